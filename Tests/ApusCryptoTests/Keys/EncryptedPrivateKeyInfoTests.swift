import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 5958 section 3, RFC 8018 appendix A.
@Suite struct EncryptedPrivateKeyInfoTests {
  private func parameters(_ der: [UInt8]) throws -> PBES2Parameters {
    try EncryptedPrivateKeyInfo(der.span).parameters(in: der.span)
  }

  @Test func `the salt, iteration count, function and cipher of PBES2 parameters are read`() throws
  {
    let der = try KeyFile.der(KeyFile.lockedSHA256)
    let parameters = try parameters(der)
    #expect(KeyFile.hex(parameters.salt, of: der) == "56ce7b4befa7b5fb")
    #expect(parameters.iterations.value == 2048)
    #expect(parameters.pseudorandomFunction == .hmacSHA256)
    #expect(parameters.cipher == .aes256CBC)
    #expect(
      KeyFile.hex(parameters.initializationVector, of: der) == "6ebf012dc97d43fc26f4bd9ef4975da1")
    #expect(try EncryptedPrivateKeyInfo(der.span).encryptedData == 94..<158)
  }

  @Test func `the default pseudorandom function of PBKDF2 is HMAC-SHA-1`() throws {
    let parameters = try parameters(try KeyFile.der(KeyFile.lockedSHA1))
    #expect(parameters.pseudorandomFunction == .hmacSHA1)
    #expect(parameters.cipher == .aes128CBC)
    #expect(parameters.iterations.value == 1000)
  }

  /// A structure of these parts.
  private func der(
    scheme: OID = .pbes2, derivation: OID = .pbkdf2, count: Int = 1, keyByteCount: Int? = nil,
    function: OID? = .hmacWithSHA256, cipher: OID = .aes128CBC, vectorByteCount: Int = 16
  ) -> [UInt8] {
    KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeAlgorithm(scheme) { algorithm in
          algorithm.writeSequence { parameters in
            parameters.writeAlgorithm(derivation) { algorithm in
              algorithm.writeSequence { derivation in
                derivation.writeOctetString([1, 2, 3, 4])
                derivation.writeInteger(count)
                if let keyByteCount { derivation.writeInteger(keyByteCount) }
                if let function { derivation.writeAlgorithm(function) { $0.writeNull() } }
              }
            }
            parameters.writeAlgorithm(cipher) {
              $0.writeOctetString([UInt8](repeating: 0, count: vectorByteCount))
            }
          }
        }
        info.writeOctetString([0])
      }
    }
  }

  @Test func `an iteration count in PBES2 parameters must be from one to the limit`() throws {
    let limit = PBKDF2.IterationCount.limit
    #expect(try parameters(der(count: 1)).iterations.value == 1)
    #expect(try parameters(der(count: limit)).iterations.value == limit)
    for count in [0, -1, limit + 1, .max] {
      #expect(throws: CryptoError.iterationCountOutOfRange(count, limit: limit)) {
        try parameters(der(count: count))
      }
    }
  }

  @Test func `each PBES2 function and cipher is found by its object identifier`() throws {
    for (oid, function) in [
      (OID.hmacWithSHA256, PBKDF2.PseudorandomFunction.hmacSHA256),
      (.hmacWithSHA384, .hmacSHA384), (.hmacWithSHA512, .hmacSHA512),
    ] { #expect(try parameters(der(function: oid)).pseudorandomFunction == function) }
    for (oid, cipher, count) in [
      (OID.aes128CBC, PBES2Parameters.Cipher.aes128CBC, 16), (.aes192CBC, .aes192CBC, 24),
      (.aes256CBC, .aes256CBC, 32),
    ] {
      #expect(try parameters(der(cipher: oid)).cipher == cipher)
      #expect(try parameters(der(keyByteCount: count, cipher: oid)).cipher == cipher)
      #expect(cipher.keyByteCount == count)
      #expect(throws: CryptoError.wrongParameters(.pbkdf2)) {
        try parameters(der(keyByteCount: count + 1, cipher: oid))
      }
    }
  }

  @Test func `the error for an unsupported PBES2 scheme names the scheme`() throws {
    let des = try #require(OID("1.2.840.113549.3.7"))
    #expect(throws: CryptoError.unsupportedEncryption(.pbkdf2)) {
      try parameters(der(scheme: .pbkdf2))
    }
    #expect(throws: CryptoError.unsupportedEncryption(.sha256)) {
      try parameters(der(derivation: .sha256))
    }
    #expect(throws: CryptoError.unsupportedEncryption(des)) { try parameters(der(cipher: des)) }
    #expect(throws: CryptoError.unsupportedEncryption(.sha512)) {
      try parameters(der(function: .sha512))
    }
    #expect(throws: CryptoError.wrongParameters(.aes128CBC)) {
      try parameters(der(vectorByteCount: 15))
    }
    let error = #expect(throws: CryptoError.self) {
      try parameters(der(function: .hmacWithSHA1))
    }
    guard case .malformed(.encodedDefault) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [KeyFile.lockedSHA256, KeyFile.lockedSHA1])
  func `a truncated encrypted key is rejected, and a changed one does not crash`(_ text: String)
    throws
  {
    let isSafe = KeyFile.fuzz(try KeyFile.der(text)) { der in
      _ = try EncryptedPrivateKeyInfo(der).parameters(in: der)
    }
    #expect(isSafe)
  }
}
