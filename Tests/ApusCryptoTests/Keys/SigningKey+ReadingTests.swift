import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 5958 sections 2 and 3, RFC 5915 section 3, RFC 8017 appendix A.1.2, RFC 7468 section 10.
@Suite struct SigningKeyReadingTests {
  private let password = Array("apus".utf8)

  private func text(_ name: String) throws -> [UInt8] {
    try Fixture.bytes("keys/\(name).pem")
  }

  /// The SubjectPublicKeyInfo that OpenSSL has written for a key.
  private func spki(_ name: String) throws -> [UInt8] {
    try KeyFile.der(String(decoding: try text(name + ".public"), as: UTF8.self))
  }

  /// Returns the public key of a fixture, read as PEM and as DER, which must be equal.
  private func publicKey(_ name: String) throws -> [UInt8] {
    let text = try text(name)
    let der = try KeyFile.der(String(decoding: text, as: UTF8.self))
    let fromPEM = try SigningKey(pem: text.span, password: password.span).publicKey
    let fromDER = try SigningKey(der: der.span, password: password.span).publicKey
    #expect(fromPEM == fromDER)
    return fromPEM.spki
  }

  @Test(arguments: [
    ("p256", "p256"), ("p384", "p384"), ("p521", "p521"), ("ed25519", "ed25519"), ("rsa", "rsa"),
    ("rsa-pss", "rsa-pss"), ("rsa-pss-sha384", "rsa-pss-sha384"), ("rsa.pkcs1", "rsa"),
    ("p256.sec1", "p256"), ("p384.sec1", "p384"), ("p521.sec1", "p521"),
    ("p256.sec1-with-parameters", "p256"), ("p256.sec1-compressed", "p256"),
    ("p256.sec1-without-public", "p256"), ("p384.locked", "p384"), ("p521.locked", "p521"),
    ("ed25519.locked", "ed25519"), ("rsa.locked", "rsa"),
  ])
  func `an OpenSSL private key has the same public key as in OpenSSL`(
    _ name: String, _ whose: String
  ) throws {
    #expect(try publicKey(name) == spki(whose))
  }

  @Test(arguments: [1, 31, 32, 65, 66])
  func `a private key is read even if its scalar omits leading zeros`(_ count: Int) throws {
    let curve = count > 32 ? NamedCurve.p521 : .p256
    let scalar = [UInt8](repeating: 1, count: count)
    let whole = [UInt8](repeating: 0, count: curve.coordinateByteCount - count) + scalar
    func key(_ scalar: [UInt8]) throws -> [UInt8] {
      let der = KeyFile.der { writer in
        writer.writeSequence { key in
          key.writeInteger(1)
          key.writeOctetString(scalar)
          key.writeExplicit(0) { $0.writeOID(curve.oid) }
        }
      }
      return try SigningKey(der: der.span).publicKey.spki
    }
    #expect(try key(scalar) == key(whole))
    #expect(try key([1]) != key(whole) || count == 1)
  }

  @Test(arguments: ["aes128", "aes192", "aes256"], ["SHA1", "SHA256", "SHA384", "SHA512"])
  func `private keys with every supported cipher and PBKDF2 function are decrypted`(
    _ cipher: String, _ function: String
  ) throws {
    #expect(try publicKey("p256.\(cipher)-\(function)") == spki("p256"))
  }

  @Test(arguments: ["x25519", "x25519.locked"])
  func `an X25519 key is read, but a signing key cannot be made from it`(_ name: String) throws {
    let text = try text(name)
    let key = try X25519.PrivateKey(pem: text.span, password: password.span)
    let expected = try spki("x25519")
    #expect(try X25519.PublicKey(spki: expected.span) == key.publicKey)
    let der = try KeyFile.der(String(decoding: text, as: UTF8.self))
    let again = try X25519.PrivateKey(der: der.span, password: password.span).publicKey
    #expect(again == key.publicKey)
    #expect(throws: CryptoError.unsupportedAlgorithm(.x25519)) {
      _ = try SigningKey(pem: text.span, password: password.span)
    }
    let other = try self.text("ed25519")
    #expect(throws: CryptoError.wrongAlgorithm(.ed25519, expected: .x25519)) {
      _ = try X25519.PrivateKey(pem: other.span)
    }
  }

  private func error(
    pem text: [UInt8], password: [UInt8]? = nil
  ) -> CryptoError? {
    do throws(CryptoError) {
      if let password {
        _ = try SigningKey(pem: text.span, password: password.span)
      } else {
        _ = try SigningKey(pem: text.span)
      }
      return nil
    } catch { return error }
  }

  @Test func `the first private key after the certificates of a PEM text is read`() throws {
    let certificate = Array(PEM.encode([0x30, 0], as: .certificate).utf8)
    let (p256, p384) = (try text("p256"), try text("p384"))
    let both = certificate + Array("words\n".utf8) + p256 + p384
    #expect(try SigningKey(pem: both.span).publicKey.spki == spki("p256"))
  }

  @Test func `the error for a text without a private key names its first section`() throws {
    let certificate = Array(PEM.encode([0x30, 0], as: .certificate).utf8)
    #expect(error(pem: certificate) == .noPrivateKey(found: .certificate))
    #expect(error(pem: try text("p256.public")) == .noPrivateKey(found: .publicKey))
    #expect(error(pem: []) == .noPrivateKey(found: nil))
    #expect(CryptoError.noPrivateKey(found: .publicKey).description.contains("PUBLIC KEY"))
  }

  @Test(arguments: [
    ("refused.rsa-legacy", CryptoError.legacyEncryption, "openssl pkcs8 -topk8"),
    ("refused.ec-legacy", .legacyEncryption, "openssl pkcs8 -topk8"),
    ("refused.dsa", .unsupportedAlgorithm(.dsa), "(dsa)"),
    ("refused.ed448", .unsupportedAlgorithm(.ed448), "(Ed448)"),
    ("refused.secp256k1", .unsupportedCurve(.secp256k1), "secp256k1"),
    ("refused.explicit", .curveNotNamed(at: 20), "has explicit parameters instead of a name"),
    ("refused.rsa1024", .modulusBitCountOutOfRange(1024, allowed: 2048...8192), "1024 bits"),
  ])
  func `the error for an unsupported private key names the reason`(
    _ name: String, _ expected: CryptoError, _ words: String
  ) throws {
    let error = error(pem: try text(name), password: password)
    #expect(error == expected)
    #expect(expected.description.contains(words), "\(expected)")
  }

  @Test func `the error for an unsupported private key label contains a remedy`() throws {
    for (name, label, words) in [
      ("refused.dsa-traditional", "DSA PRIVATE KEY", "openssl genpkey"),
      ("refused.openssh", "OPENSSH PRIVATE KEY", "ssh-keygen -p -m PKCS8"),
    ] {
      let expected = CryptoError.unsupportedKeyLabel(try #require(PEM.Label(rawValue: label)))
      #expect(error(pem: try text(name)) == expected)
      #expect(expected.description.contains(words) && expected.description.contains(label))
    }
    let other = try #require(PEM.Label(rawValue: "GOST PRIVATE KEY"))
    let text = Array(PEM.encode([0x30, 0], as: other).utf8)
    #expect(error(pem: text) == .unsupportedKeyLabel(other))
    #expect(CryptoError.unsupportedKeyLabel(other).description.contains("openssl pkcs8 -topk8"))
  }

  @Test func `the error for an unsupported key encryption contains its object identifier`() throws {
    for (name, oid) in [
      ("refused.pbes2-3des", "1.2.840.113549.3.7"),
      ("refused.pbe-sha1-3des", "1.2.840.113549.1.12.1.3"),
      ("refused.scrypt", "1.3.6.1.4.1.11591.4.11"),
    ] {
      let expected = CryptoError.unsupportedEncryption(try #require(OID(oid)))
      #expect(error(pem: try text(name), password: password) == expected)
      #expect(expected.description.contains("openssl pkcs8 -topk8"))
    }
  }

  @Test func `an encrypted private key without a password is rejected`() throws {
    let text = try text("p256.aes256-SHA256")
    #expect(error(pem: text) == .passwordNeeded)
    #expect(error(pem: text, password: password) == nil)
    // One in 256 of the wrong passwords results in valid padding: the error must be the same.
    for number in 0..<sampleCount(600) {
      #expect(error(pem: text, password: Bytes.mixed(4, number)) == .wrongPassword)
    }
    #expect(error(pem: text, password: []) == .wrongPassword)
  }

  @Test func `a damaged encrypted key has the same error as a wrong password`() throws {
    let der = try KeyFile.der(String(decoding: try text("p256.aes256-SHA256"), as: UTF8.self))
    let data = try EncryptedPrivateKeyInfo(der.span).encryptedData
    // A change in a block makes its plaintext random, and changes one bit of the next block.
    for index in [data.lowerBound, data.lowerBound + 15, data.upperBound - 1, data.upperBound - 17]
    {
      var changed = der
      changed[index] ^= 1
      #expect(throws: CryptoError.wrongPassword) {
        _ = try SigningKey(der: changed.span, password: password.span)
      }
    }
  }

  /// An encrypted key with zeros as its data.
  private func locked(byteCount: Int) -> [UInt8] {
    KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeAlgorithm(.pbes2) { algorithm in
          algorithm.writeSequence { parameters in
            parameters.writeAlgorithm(.pbkdf2) { algorithm in
              algorithm.writeSequence { derivation in
                derivation.writeOctetString([1])
                derivation.writeInteger(1)
              }
            }
            parameters.writeAlgorithm(.aes128CBC) {
              $0.writeOctetString([UInt8](repeating: 0, count: 16))
            }
          }
        }
        info.writeOctetString([UInt8](repeating: 0, count: byteCount))
      }
    }
  }

  @Test func `encrypted key data of partial blocks or above the limit is rejected`() {
    func error(_ byteCount: Int) -> CryptoError? { self.error(der: locked(byteCount: byteCount)) }
    let limit = EncryptedPrivateKeyInfo.dataByteLimit
    #expect(error(16) == .wrongPassword)
    #expect(error(0) == .wrongByteCount(0, expected: 16))
    #expect(error(17) == .wrongByteCount(17, expected: 32))
    #expect(error(limit) == .wrongPassword)
    #expect(error(limit + 1) == .inputTooLong(byteCount: limit + 1, limit: limit))
  }

  @Test func `a stored public key that does not belong to the private key is rejected`() throws {
    for name in ["p256", "p256.sec1", "p256.sec1-compressed"] {
      var der = try KeyFile.der(String(decoding: try text(name), as: UTF8.self))
      der[der.count - 1] ^= 1
      #expect(throws: CryptoError.publicKeyMismatch) { _ = try SigningKey(der: der.span) }
    }
  }

  /// PKCS #8 in version 1, with its public key.
  private func versionOne(
    _ algorithm: (inout DERWriter) -> Void, _ key: [UInt8], _ publicKey: [UInt8]
  ) -> [UInt8] {
    KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeInteger(1)
        algorithm(&info)
        info.writeOctetString(key)
        info.writeBitString(publicKey, tagged: .context(1))
      }
    }
  }

  @Test func `a wrong public key in a PKCS 8 key of any kind is rejected`() throws {
    for name in ["rsa", "p256", "ed25519"] {
      let der = try KeyFile.der(String(decoding: try text(name), as: UTF8.self))
      let info = try PrivateKeyInfo(der.span)
      let spki = try spki(name)
      let range = try SubjectPublicKeyInfo(spki.span).subjectPublicKey
      func key(_ publicKey: [UInt8]) -> [UInt8] {
        versionOne(
          { $0.writeRaw(Array(der[info.algorithm.range])) }, Array(der[info.privateKey]), publicKey)
      }
      let whole = key(Array(spki[range]))
      #expect(try SigningKey(der: whole.span).publicKey.spki == spki)
      var changed = Array(spki[range])
      changed[changed.count / 2] ^= 1
      let other = key(changed)
      #expect(throws: CryptoError.publicKeyMismatch) { _ = try SigningKey(der: other.span) }
    }
    let der = try KeyFile.der(String(decoding: try text("x25519"), as: UTF8.self))
    let other = versionOne(
      { $0.writeAlgorithm(.x25519) }, Array(der.suffix(34)), [UInt8](repeating: 9, count: 32))
    #expect(throws: CryptoError.publicKeyMismatch) { _ = try X25519.PrivateKey(der: other.span) }
  }

  @Test func `a private key with an invalid scalar is rejected`() {
    let der = KeyFile.der { writer in
      writer.writeSequence { key in
        key.writeInteger(1)
        key.writeOctetString([UInt8](repeating: 0, count: 32))
        key.writeExplicit(0) { $0.writeOID(.secp256r1) }
      }
    }
    #expect(throws: CryptoError.scalarOutOfRange) { _ = try SigningKey(der: der.span) }
  }

  @Test(arguments: ["ed25519", "p256.aes128-SHA256"])
  func `a truncated private key is rejected, and a changed one does not crash`(_ name: String)
    throws
  {
    let der = try KeyFile.der(String(decoding: try text(name), as: UTF8.self))
    for end in der.indices {
      let error = error(der: Array(der.prefix(end)))
      #expect(error != nil)
    }
    var changed = der
    for index in der.indices {
      for change in ([0xff, 0x80, 0x01, 0x10, 0x20, 0x04] as [UInt8]).prefix(sampleCount(6)) {
        changed[index] ^= change
        if !asksForMuch(changed) { _ = error(der: changed) }
        changed[index] ^= change
      }
    }
  }

  private func error(der: [UInt8]) -> CryptoError? {
    do throws(CryptoError) {
      _ = try SigningKey(der: der.span, password: password.span)
      return nil
    } catch { return error }
  }

  /// Returns whether a change has increased the iterations so much that the test would be slow.
  private func asksForMuch(_ der: [UInt8]) -> Bool {
    let parameters = try? EncryptedPrivateKeyInfo(der.span).parameters(in: der.span)
    return (parameters?.iterations.value ?? 0) > 100
  }

  /// In a debug build fewer, because unoptimized arithmetic is slow.
  private func sampleCount(_ count: Int) -> Int {
    #if DEBUG
      count / 6
    #else
      count
    #endif
  }
}
