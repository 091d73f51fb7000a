import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 5208 section 5, RFC 5958 section 2, RFC 8410 section 7.
@Suite struct PrivateKeyInfoTests {
  private func key(_ der: [UInt8]) throws -> PrivateKeyInfo.Key {
    try PrivateKeyInfo(der.span).key(in: der.span)
  }

  @Test func `an RSA key in PKCS 8 form contains a PKCS 1 key`() throws {
    let der = try KeyFile.der(KeyFile.rsa)
    guard case .rsa(let key) = try key(der) else {
      Issue.record("no RSA key")
      return
    }
    let bare = try KeyFile.der(KeyFile.pkcs1)
    let other = try PKCS1.PrivateKey(bare.indices, in: bare.span)
    #expect(der[key.modulus] == bare[other.modulus])
    #expect(KeyFile.hex(key.publicExponent, of: der) == "010001")
    #expect(KeyFile.hex(key.privateExponent, of: der).hasPrefix("18e79c6a"))
    #expect(KeyFile.hex(key.prime1, of: der).hasPrefix("e68bed46"))
    #expect(KeyFile.hex(key.prime2, of: der).hasPrefix("cb1166ee"))
    #expect(KeyFile.hex(key.exponent1, of: der).hasPrefix("4583f1a2"))
    #expect(KeyFile.hex(key.exponent2, of: der).hasPrefix("a6cfe8c9"))
    #expect(KeyFile.hex(key.coefficient, of: der).hasPrefix("0ed19a55"))
    #expect(key.prime1.count == 32)
  }

  @Test func `an elliptic curve key in PKCS 8 form contains a SEC 1 key`() throws {
    let der = try KeyFile.der(KeyFile.p256)
    guard case .ec(let key) = try key(der) else {
      Issue.record("no elliptic curve key")
      return
    }
    #expect(key.curve == .p256)
    #expect(KeyFile.hex(key.scalar, of: der).hasPrefix("5c066405"))
    #expect(KeyFile.hex(key.publicKey, of: der).hasPrefix("04ebc45252"))
  }

  @Test func `a PKCS 8 key contains an Ed25519 seed or an X25519 scalar`() throws {
    let ed25519 = try KeyFile.der(KeyFile.ed25519)
    #expect(try key(ed25519) == .ed25519(seed: 16..<48))
    #expect(try PrivateKeyInfo(ed25519.span).publicKey == nil)
    #expect(try key(KeyFile.der(KeyFile.x25519)) == .x25519(16..<48))
  }

  /// The second example of RFC 8410 section 10.3.
  @Test func `a PKCS 8 reader skips attributes and reads the public key`() throws {
    let der = try KeyFile.der(
      """
      -----BEGIN PRIVATE KEY-----
      MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
      oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB
      Z9w7lshQhqowtrbLDFw4rXAxZuE=
      -----END PRIVATE KEY-----
      """)
    let info = try PrivateKeyInfo(der.span)
    #expect(try info.key(in: der.span) == .ed25519(seed: 16..<48))
    #expect(KeyFile.hex(info.publicKey, of: der).hasPrefix("19bf4409698"))
    var first = der
    first[4] = 0
    #expect(throws: CryptoError.malformed(.trailingBytes(at: 81, count: 35))) {
      try key(first)
    }
  }

  private func info(
    version: Int = 0, _ algorithm: OID, parameters: (inout DERWriter) -> Void = { _ in },
    _ key: (inout DERWriter) -> Void
  ) -> [UInt8] {
    KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeInteger(version)
        info.writeAlgorithm(algorithm, parameters: parameters)
        info.writeOctetString(key)
      }
    }
  }

  @Test func `a PKCS 8 key with another version, algorithm or length is rejected`() {
    let seed = [UInt8](repeating: 1, count: 32)
    #expect(throws: Never.self) { try key(info(.ed25519) { $0.writeOctetString(seed) }) }
    #expect(throws: CryptoError.unsupportedVersion(2, at: 2)) {
      try key(info(version: 2, .ed25519) { $0.writeOctetString(seed) })
    }
    #expect(throws: CryptoError.unsupportedVersion(-1, at: 2)) {
      try key(info(version: -1, .ed25519) { $0.writeOctetString(seed) })
    }
    #expect(throws: CryptoError.unsupportedAlgorithm(.ed448)) {
      try key(info(.ed448) { $0.writeOctetString(seed) })
    }
    #expect(throws: CryptoError.wrongKeyByteCount(31, expected: 32, at: 16)) {
      try key(info(.ed25519) { $0.writeOctetString([UInt8](seed.dropLast())) })
    }
    #expect(throws: CryptoError.wrongParameters(.x25519)) {
      try key(info(.x25519, parameters: { $0.writeNull() }) { $0.writeOctetString(seed) })
    }
    #expect(throws: CryptoError.wrongParameters(.rsaEncryption)) {
      try key(info(.rsaEncryption) { $0.writeSequence { _ in } })
    }
    #expect(throws: CryptoError.wrongParameters(.ecPublicKey)) {
      try key(info(.ecPublicKey) { $0.writeSequence { _ in } })
    }
  }

  @Test(arguments: [KeyFile.rsa, KeyFile.p256, KeyFile.ed25519, KeyFile.x25519])
  func `a truncated PKCS 8 key is rejected, and a changed one does not crash`(_ text: String) throws
  {
    let isSafe = KeyFile.fuzz(try KeyFile.der(text)) { der in
      _ = try PrivateKeyInfo(der).key(in: der)
    }
    #expect(isSafe)
  }
}
