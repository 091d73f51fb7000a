import ApusASN1
import ApusBytes
import ApusCrypto
import ApusX509
import Testing

@testable import ApusTLS

/// Bindings of an authentication to a connection: RFC 9266, RFC 5929 section 4.1.
struct ChannelBindingTests {
  private let nothing: [UInt8] = []

  @Test func `a TLS 1.3 connection has tls-exporter and tls-server-end-point bindings`() throws {
    let (duet, other) = (try connected(), try connected())
    let material = try duet.client.keyingMaterial(
      "EXPORTER-Channel-Binding", context: nothing.span, byteCount: 32)
    let binding = try duet.client.channelBinding(.exporter)
    #expect(binding == material.withBytes { $0.copy() })
    #expect(try other.client.channelBinding(.exporter) != binding)
    let leaf = duet.serverSigner.leaf
    #expect(
      try duet.client.channelBinding(.serverEndPoint) == SHA256.digest(of: leaf.der.span))
    #expect(
      TLS.ChannelBinding.allCases.map(\.rawValue) == ["tls-exporter", "tls-server-end-point"])
    let early = try Duet()
    for binding in TLS.ChannelBinding.allCases {
      #expect(throws: TLSError.notConnected) { try early.client.channelBinding(binding) }
    }
  }

  @Test func `without the extended master secret, TLS 1.2 exports no keying material`() throws {
    let script = try Script12()
    try script.play(upTo: nil)
    let leaf = script.signer.leaf
    let bound = try script.client()
    let material = try bound.keyingMaterial(
      "EXPORTER-Channel-Binding", context: nothing.span, byteCount: 32)
    #expect(try bound.channelBinding(.exporter) == material.withBytes { $0.copy() })
    #expect(try bound.channelBinding(.serverEndPoint) == SHA256.digest(of: leaf.der.span))
    let plain = try Script12()
    plain.isExtended = false
    try plain.play(upTo: nil)
    let unbound = try plain.client()
    #expect(throws: TLSError.exportWithoutExtendedMasterSecret) {
      try unbound.channelBinding(.exporter)
    }
    #expect(try unbound.channelBinding(.serverEndPoint) == SHA256.digest(of: leaf.der.span))
  }

  @Test func `tls-server-end-point uses the signature's hash, or SHA-256 for MD5 and SHA-1`() throws
  {
    for (algorithm, hash) in [
      (.sha256WithRSAEncryption, .sha256), (.ecdsaWithSHA384, .sha384),
      (.sha512WithRSAEncryption, .sha512), (.sha1WithRSAEncryption, .sha256),
      (.md5WithRSAEncryption, .sha256), (.ed25519, nil),
    ] as [(OID, HashAlgorithm?)] {
      let isRSA = algorithm != .ed25519 && algorithm != .ecdsaWithSHA384
      let content = X509.TBSCertificate(
        serialNumber: X509.SerialNumber([1]),
        signatureAlgorithm: X509.Algorithm(algorithm, isRSA ? .null : .absent),
        issuer: X509.Name([.commonName: "root"]),
        validity: try X509.Validity(from: 0, through: 1),
        subject: X509.Name([.commonName: "leaf"]),
        publicKey: X509.PublicKey(X509.Algorithm(.ed25519), bits: [7]))
      let certificate = try content.certificate(signature: [9])
      #expect(
        certificate.endPointDigest == hash?.digest(of: certificate.der.span), "\(algorithm)")
    }
  }

  private func connected() throws -> Duet {
    let duet = try Duet()
    duet.run()
    return duet
  }
}
