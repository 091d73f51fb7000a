import ApusASN1
import ApusCrypto
import ApusNet
import ApusX509
import Testing

/// Keys as certificates hold them, and the signatures that are checked with them. RFC 5280 sections
/// 4.1.1.2 and 4.1.2.7.
@Suite struct PublicKeyTests {
  @Test func `a signature is valid only for the key that made the signature`() throws {
    let seed = SecretBytes(copying: [UInt8](repeating: 3, count: 32).span)
    let (key, signature, content) = try seed.withBytes { seed in
      let signer = try Ed25519.PrivateKey(rawRepresentation: seed)
      let content = try Sample.content()
      let der = try content.der()
      return (signer.publicKey, signer.signature(for: der.span), content)
    }
    let certificate = try content.certificate(signature: signature)
    #expect(try certificate.isSigned(by: .ed25519(key)))
    var other = content
    other.serialNumber = X509.SerialNumber([1])
    #expect(try !other.certificate(signature: signature).isSigned(by: .ed25519(key)))
    #expect(try X509.PublicKey(.ed25519(key)).bits == key.rawRepresentation)
    #expect(try X509.Algorithm(of: .ed25519) == X509.Algorithm(.ed25519 as OID))
  }

  @Test func `a public key with an unknown algorithm is stored and written unchanged`() throws {
    let key = X509.PublicKey(X509.Algorithm(.anyPolicy, .other([0x30, 0])), bits: [1, 2])
    var content = try Sample.content()
    content.publicKey = key
    let certificate = try content.certificate(signature: [1])
    #expect(certificate.publicKey == key)
    #expect(try certificate.key() == .other(.anyPolicy))
    #expect(throws: X509Error.key(.unsupportedAlgorithm(.anyPolicy))) {
      try certificate.verificationKey()
    }
  }

  @Test func `checking a signature with a broken or unsuitable algorithm throws an error`() throws {
    var content = try Sample.content()
    content.signatureAlgorithm = X509.Algorithm(.sha1WithRSAEncryption, .null)
    let certificate = try content.certificate(signature: [1])
    let key = try Ed25519.PublicKey(rawRepresentation: [UInt8](repeating: 0, count: 32).span)
    #expect(throws: X509Error.signatureAlgorithm(.brokenAlgorithm(.sha1WithRSAEncryption))) {
      try certificate.isSigned(by: .ed25519(key))
    }
    content.signatureAlgorithm = X509.Algorithm(.ecdsaWithSHA256)
    let other = try content.certificate(signature: [1])
    #expect(throws: X509Error.signatureAlgorithm(.unsupportedAlgorithm(.ecdsaWithSHA256))) {
      try other.isSigned(by: .ed25519(key))
    }
  }

  @Test(arguments: [
    X509.Algorithm.Parameters.absent, .null, .oid(.secp256r1), .other([0x30, 0]),
  ])
  func `the parameters of a key algorithm are encoded to the same bytes`(
    _ parameters: X509.Algorithm.Parameters
  ) throws {
    let key = X509.PublicKey(X509.Algorithm(.ecPublicKey, parameters), bits: [4])
    #expect(try X509.PublicKey(der: key.der.span) == key)
  }
}

/// The same key in two forms. RFC 5480 section 2.2, RFC 4055 section 1.2.
@Suite struct PublicKeyComparisonTests {
  private func key(of path: String) throws -> X509.PublicKey {
    let bundle = X509.Bundle(try Files.contents(of: path))
    return try #require(bundle.certificates().certificates.first).publicKey
  }

  @Test func `a compressed public key equals the uncompressed key, but not the negated key`() throws
  {
    let key = try key(of: "Fixtures/keystores/p256.pem")
    let parity: UInt8 = key.bits[64] & 1
    func compressed(_ form: UInt8) -> X509.PublicKey {
      X509.PublicKey(key.algorithm, bits: [form] + key.bits[1...32])
    }
    #expect(key != compressed(2 + parity) && key.isSameKey(as: compressed(2 + parity)))
    #expect(!key.isSameKey(as: compressed(3 - parity)))
  }

  @Test func `an RSA key for PSS only is the same key as an RSA key for any use`() throws {
    let modulus = [0x80] + [UInt8](repeating: 1, count: 255)
    func bits(exponent: [UInt8]) -> [UInt8] {
      var writer = DERWriter(capacity: 300)
      writer.writeSequence {
        $0.writeInteger(magnitude: modulus)
        $0.writeInteger(magnitude: exponent)
      }
      return writer.bytes
    }
    let key = X509.PublicKey(
      X509.Algorithm(.rsaEncryption, .null), bits: bits(exponent: [1, 0, 1]))
    let pss = X509.PublicKey(X509.Algorithm(.rsassaPSS), bits: key.bits)
    #expect(key.isSameKey(as: pss) && pss.isSameKey(as: key))
    let other = X509.PublicKey(X509.Algorithm(.rsassaPSS), bits: bits(exponent: [3]))
    #expect(!key.isSameKey(as: other) && !other.isSameKey(as: key))
  }

  @Test func `keys of an unknown algorithm are compared byte by byte`() {
    let algorithm = X509.Algorithm(.commonName)
    let key = X509.PublicKey(algorithm, bits: [1])
    #expect(key.isSameKey(as: X509.PublicKey(algorithm, bits: [1])))
    #expect(!key.isSameKey(as: X509.PublicKey(algorithm, bits: [2])))
  }
}
