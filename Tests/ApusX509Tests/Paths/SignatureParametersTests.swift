import ApusASN1
import ApusBytes
import ApusCrypto
import ApusNet
import ApusX509
import Testing

/// RSA signatures with and without the NULL of their algorithm. RFC 4055 section 5.
@Suite struct SignatureParametersTests {
  private static func pem() throws -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    return try Files.contents(of: "\(root)/Fixtures/keys/rsa.pem")
  }

  private static let issuer = X509.Name([.commonName: "RSA"])

  private static func anchor() throws -> X509.Anchor {
    let pem = try pem()
    let key = try SigningKey(pem: pem.span)
    let publicKey = try X509.PublicKey(key.publicKey)
    return X509.Anchor(issuer, publicKey)
  }

  private static func signature(for message: [UInt8]) throws -> [UInt8] {
    let pem = try pem()
    let key = try SigningKey(pem: pem.span)
    let signature = try key.signature(
      for: message.span, .rsaPKCS1(.sha256), using: SystemRandom())
    return signature
  }

  /// A leaf that is signed with RSA and SHA-256, by an algorithm that is written so.
  private static func leaf(_ algorithm: X509.Algorithm) throws -> X509.Certificate {
    let recipe = try Recipe.leaf("www.example.org")
    let content = X509.TBSCertificate(
      serialNumber: recipe.serialNumber, signatureAlgorithm: algorithm, issuer: issuer,
      validity: recipe.validity, subject: recipe.subject,
      publicKey: try TestKey.idle.get().publicKey)
    return try content.certificate(signature: signature(for: content.der()))
  }

  private func answer(
    _ algorithm: X509.Algorithm, under profile: X509.Profile
  ) throws -> X509.Fault? {
    let leaf = try Self.leaf(algorithm)
    let verifier = X509.Verifier(anchors: X509.Anchors([try Self.anchor()]), profile: profile)
    return RevocationPath.rejection(leaf, [], by: verifier)?.fault
  }

  @Test func `absent RSA parameters equal NULL, except for public authorities`() throws {
    let strict = X509.Profile("public", [.explicitParameters])
    let full = X509.Algorithm(.sha256WithRSAEncryption, .null)
    let absent = X509.Algorithm(.sha256WithRSAEncryption)
    #expect(try answer(full, under: .default) == nil)
    #expect(try answer(full, under: strict) == nil)
    #expect(try answer(absent, under: .default) == nil)
    #expect(try answer(absent, under: strict) == .broken(.explicitParameters))
  }

  @Test func `an RSA signature with other parameters than NULL is rejected`() throws {
    let odd = X509.Algorithm(.sha256WithRSAEncryption, .oid(.sha256))
    guard case .signatureAlgorithm = try answer(odd, under: .default) else {
      Issue.record("an OBJECT IDENTIFIER is taken for NULL")
      return
    }
  }

  @Test func `an RSA signature without parameters is valid only for its own hash function`() throws
  {
    #expect(
      try answer(X509.Algorithm(.sha384WithRSAEncryption), under: .default) == .wrongSignature)
    #expect(
      try answer(X509.Algorithm(.sha512WithRSAEncryption), under: .default) == .wrongSignature)
  }
}
