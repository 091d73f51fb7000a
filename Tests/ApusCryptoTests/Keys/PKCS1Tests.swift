import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 8017 appendix A.1.
@Suite struct PKCS1Tests {
  private func key(version: Int, _ numbers: [Int]) throws -> PKCS1.PrivateKey {
    let der = KeyFile.der { writer in
      writer.writeSequence { key in
        key.writeInteger(version)
        for number in numbers { key.writeInteger(number) }
      }
    }
    return try PKCS1.PrivateKey(der.indices, in: der.span)
  }

  @Test func `the numbers of a PKCS 1 key are read in their order`() throws {
    let key = try key(version: 0, [200, 2, 3, 4, 5, 6, 7, 8])
    #expect(key.modulus == 8..<9)
    #expect(key.publicExponent == 11..<12)
    #expect(key.privateExponent == 14..<15)
    #expect(key.prime1 == 17..<18)
    #expect(key.prime2 == 20..<21)
    #expect(key.exponent1 == 23..<24)
    #expect(key.exponent2 == 26..<27)
    #expect(key.coefficient == 29..<30)
  }

  @Test func `a PKCS 1 key with more than two primes is rejected`() {
    #expect(throws: CryptoError.unsupportedVersion(1, at: 2)) {
      try key(version: 1, [1, 2, 3, 4, 5, 6, 7, 8])
    }
    #expect(throws: CryptoError.malformed(.trailingBytes(at: 29, count: 3))) {
      try key(version: 0, [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }
  }

  @Test func `a PKCS 1 key with a missing, zero or negative number is rejected`() {
    #expect(throws: CryptoError.malformed(.missing(at: 26, expected: .integer))) {
      try key(version: 0, [1, 2, 3, 4, 5, 6, 7])
    }
    #expect(throws: CryptoError.zero(at: 13)) { try key(version: 0, [1, 2, 0, 4, 5, 6, 7, 8]) }
    #expect(throws: CryptoError.malformed(.integerNegative(at: 11))) {
      try key(version: 0, [1, 2, -3, 4, 5, 6, 7, 8])
    }
  }

  @Test func `a truncated PKCS 1 key is rejected, and a changed one does not crash`() throws {
    let isSafe = KeyFile.fuzz(try KeyFile.der(KeyFile.pkcs1)) { der in
      _ = try PKCS1.PrivateKey(der.indices, in: der)
    }
    #expect(isSafe)
  }
}
