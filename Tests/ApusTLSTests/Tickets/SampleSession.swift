import ApusBytes
import ApusCrypto
import ApusX509

@testable import ApusTLS

/// Sessions for tests, with a certificate that is valid from 2001 to 2033.
enum SampleSession {
  static let scope = TLS.SessionScope(host: "a.example", port: 443, configuration: [1, 2, 3])
  /// The time of receipt of each: the beginning of 2024.
  static let received: Int64 = 1_704_067_200_000
  static let notAfter: Int64 = 2_000_000_000
  static let secret = (0..<48).map { UInt8(0xc0 ^ $0) }

  static func certificate(subject: String = "leaf") throws -> X509.Certificate {
    let key = X509.PublicKey(
      X509.Algorithm(.ed25519), bits: [UInt8](repeating: 7, count: 32))
    return try X509.TBSCertificate(
      serialNumber: X509.SerialNumber([1]), signatureAlgorithm: X509.Algorithm(.ed25519),
      issuer: X509.Name([.commonName: "root"]),
      validity: try X509.Validity(from: 1_000_000_000, through: notAfter),
      subject: X509.Name([.commonName: subject]), publicKey: key, extensions: []
    ).certificate(signature: [UInt8](repeating: 9, count: 64))
  }

  static func tls13(
    scope: TLS.SessionScope = scope, suite: TLS.CipherSuite = .aes128GCM, ticket: UInt8 = 7,
    ticketByteCount: Int = 1, lifetime: UInt32 = 3600,
    protocol name: [UInt8]? = Array("http/1.1".utf8), client digest: [UInt8]? = nil
  ) throws -> TLS.Session {
    TLS.Session(
      scope: scope, suite: suite,
      peer: .stored([try certificate(), try certificate(subject: "middle")]),
      applicationProtocol: name, received: UnixTime(millisecondsSinceEpoch: received),
      lifetime: lifetime, earlyDataLimit: 5,
      ticket: [UInt8](repeating: ticket, count: ticketByteCount), ageAdd: 0xffff_fff0,
      clientDigest: digest,
      secret: SessionSecret(
        SecretBytes(copying: secret.span.extracting(..<suite.hash.digestByteCount))))
  }

  static func tls12(
    scope: TLS.SessionScope = scope, ticket: UInt8 = 7, lifetime: UInt32 = 3600
  ) throws -> TLS.Session {
    TLS.Session(
      scope: scope, suite: .ecdheECDSAWithAES128GCM, peer: .stored([try certificate()]),
      applicationProtocol: nil, received: UnixTime(millisecondsSinceEpoch: received),
      lifetime: lifetime, ticket: [ticket], sessionID: [8, 9],
      secret: SessionSecret(SecretBytes(copying: secret.span)))
  }
}
