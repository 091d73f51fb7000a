import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 5958 section 2.
@Suite struct SigningKeyPKCS8Tests {
  @Test(arguments: ["p256", "p384", "p521", "ed25519", "rsa", "rsa-pss", "rsa-pss-sha384"])
  func `an OpenSSL key that was read is encoded to the same bytes`(_ name: String) throws {
    let text = try Fixture.bytes("keys/\(name).pem")
    let key = try SigningKey(pem: text.span)
    #expect(key.pkcs8.array == (try KeyFile.der(String(decoding: text, as: UTF8.self))))
  }

  @Test func `an X25519 key of OpenSSL is encoded to the same bytes`() throws {
    let text = try Fixture.bytes("keys/x25519.pem")
    let key = try X25519.PrivateKey(pem: text.span)
    #expect(key.pkcs8.array == (try KeyFile.der(String(decoding: text, as: UTF8.self))))
  }

  /// Checks that a key that is written and read back has the same public key.
  private func expectReadable(_ key: consuming SigningKey) throws {
    let publicKey = key.publicKey
    let der = key.pkcs8
    let again = try der.withBytes { try SigningKey(der: $0).publicKey }
    #expect(again == publicKey)
    let form = der.withBytes { PrivateKeyForm(guessedFrom: $0) }
    #expect(form == .pkcs8)
  }

  @Test func `a new key of each kind can be encoded and read again`() throws {
    try expectReadable(.p256(P256.PrivateKey.generate(using: SystemRandom())))
    try expectReadable(.p384(P384.PrivateKey.generate(using: SystemRandom())))
    try expectReadable(.p521(P521.PrivateKey.generate(using: SystemRandom())))
    try expectReadable(.ed25519(Ed25519.PrivateKey.generate(using: SystemRandom())))
    let key = try X25519.PrivateKey.generate(using: SystemRandom())
    let again = try key.pkcs8.withBytes { try X25519.PrivateKey(der: $0).publicKey }
    #expect(again == key.publicKey)
  }
}
