import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 5280 section 4.1, RFC 3279 section 2.3, RFC 5480 section 2, RFC 8410 section 3.
@Suite struct SubjectPublicKeyInfoTests {
  private func key(_ der: [UInt8]) throws -> SubjectPublicKeyInfo.Key {
    try SubjectPublicKeyInfo(der.span).key(in: der.span)
  }

  @Test func `an RSA SubjectPublicKeyInfo contains a modulus and an exponent`() throws {
    let der = try KeyFile.der(KeyFile.rsaPublic)
    let info = try SubjectPublicKeyInfo(der.span)
    #expect(info.range == der.indices)
    #expect(info.algorithm.oid == .rsaEncryption)
    guard case .rsa(let key) = try info.key(in: der.span) else {
      Issue.record("no RSA key")
      return
    }
    #expect(KeyFile.hex(key.modulus, of: der).hasPrefix("b6e0a12"))
    #expect(key.modulus.count == 64)
    #expect(KeyFile.hex(key.publicExponent, of: der) == "010001")
    let again = KeyFile.der {
      $0.writeRSAPublicKey(modulus: Array(der[key.modulus]), exponent: [0, 1, 0, 1])
    }
    #expect(again == der)
  }

  @Test(arguments: [(KeyFile.p256Public, NamedCurve.p256), (KeyFile.p384Public, .p384)])
  func `an elliptic curve SubjectPublicKeyInfo contains a curve and a point`(
    _ text: String, _ curve: NamedCurve
  ) throws {
    let der = try KeyFile.der(text)
    let info = try SubjectPublicKeyInfo(der.span)
    #expect(try info.key(in: der.span) == .ec(curve, point: info.subjectPublicKey))
    #expect(info.subjectPublicKey.count == 1 + 2 * curve.coordinateByteCount)
    let again = KeyFile.der {
      $0.writePublicKey(curve, point: Array(der[info.subjectPublicKey]))
    }
    #expect(again == der)
  }

  @Test func `an Ed25519 SubjectPublicKeyInfo contains only the key bytes`() throws {
    let der = try KeyFile.der(KeyFile.ed25519Public)
    #expect(try key(der) == .ed25519(12..<44))
    #expect(KeyFile.der { $0.writePublicKey(.ed25519, raw: Array(der[12...])) } == der)
  }

  @Test(arguments: [
    (OID.x25519, 32), (.ed25519, 32), (.ed448, 57), (.x448, 56),
  ])
  func `a public key without inner structure is rejected if its length is wrong`(
    _ oid: OID, _ count: Int
  )
    throws
  {
    func der(_ count: Int) -> [UInt8] {
      KeyFile.der { $0.writePublicKey(oid, raw: [UInt8](repeating: 9, count: count)) }
    }
    #expect(throws: Never.self) { try key(der(count)) }
    for other in [count - 1, count + 1] {
      #expect(throws: CryptoError.wrongKeyByteCount(other, expected: count, at: 12)) {
        try key(der(other))
      }
    }
    let withNull = KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeAlgorithm(oid) { $0.writeNull() }
        info.writeBitString([UInt8](repeating: 9, count: count))
      }
    }
    #expect(throws: CryptoError.wrongParameters(oid)) { try key(withNull) }
  }

  @Test func `an unsupported public key is recognized by its algorithm`() throws {
    let dsa = KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeAlgorithm(.dsa) { $0.writeSequence { $0.writeInteger(23) } }
        info.writeBitString { $0.writeInteger(5) }
      }
    }
    #expect(try key(dsa) == .dsa)
    let other = KeyFile.der { $0.writePublicKey(.mlKEM768, raw: [1]) }
    #expect(try key(other) == .other(.mlKEM768))
  }

  private func rsa(
    _ parameters: (inout DERWriter) -> Void, _ numbers: (inout DERWriter) -> Void
  ) -> [UInt8] {
    KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeAlgorithm(.rsaEncryption, parameters: parameters)
        info.writeBitString { $0.writeSequence(numbers) }
      }
    }
  }

  @Test func `an RSA public key without NULL or with a nonpositive number is rejected`() throws {
    let whole = rsa(
      { $0.writeNull() },
      {
        $0.writeInteger(15)
        $0.writeInteger(3)
      })
    #expect(throws: Never.self) { try key(whole) }
    let noNull = rsa(
      { _ in },
      {
        $0.writeInteger(15)
        $0.writeInteger(3)
      })
    #expect(throws: CryptoError.wrongParameters(.rsaEncryption)) { try key(noNull) }
    let zero = rsa(
      { $0.writeNull() },
      {
        $0.writeInteger(15)
        $0.writeInteger(0)
      })
    #expect(throws: CryptoError.zero(at: 27)) { try key(zero) }
    let negative = rsa(
      { $0.writeNull() },
      {
        $0.writeInteger(-15)
        $0.writeInteger(3)
      })
    #expect(throws: CryptoError.malformed(.integerNegative(at: 22))) { try key(negative) }
    let three = rsa(
      { $0.writeNull() },
      {
        $0.writeInteger(15)
        $0.writeInteger(3)
        $0.writeInteger(1)
      })
    #expect(throws: CryptoError.malformed(.trailingBytes(at: 28, count: 3))) { try key(three) }
  }

  private func ec(_ parameters: (inout DERWriter) -> Void) -> [UInt8] {
    KeyFile.der { writer in
      writer.writeSequence { info in
        info.writeAlgorithm(.ecPublicKey, parameters: parameters)
        info.writeBitString([4, 1, 2])
      }
    }
  }

  @Test func `an elliptic curve public key without a named curve is rejected`() throws {
    #expect(throws: CryptoError.wrongParameters(.ecPublicKey)) { try key(ec { _ in }) }
    #expect(throws: CryptoError.curveNotNamed(at: 13)) { try key(ec { $0.writeNull() }) }
    #expect(throws: CryptoError.curveNotNamed(at: 13)) {
      try key(ec { $0.writeSequence { $0.writeInteger(1) } })
    }
    #expect(throws: CryptoError.unsupportedCurve(.secp256k1)) {
      try key(ec { $0.writeOID(.secp256k1) })
    }
    for curve in NamedCurve.allCases {
      #expect(NamedCurve(curve.oid) == curve)
      #expect(throws: Never.self) { try key(ec { $0.writeOID(curve.oid) }) }
    }
  }

  @Test func `the optional restrictions of a PSS public key are read`() throws {
    func der(_ parameters: (inout DERWriter) -> Void) -> [UInt8] {
      KeyFile.der { writer in
        writer.writeSequence { info in
          info.writeAlgorithm(.rsassaPSS, parameters: parameters)
          info.writeBitString {
            $0.writeSequence {
              $0.writeInteger(15)
              $0.writeInteger(3)
            }
          }
        }
      }
    }
    guard case .rsaPSS(_, nil) = try key(der { _ in }) else {
      Issue.record("parameters where none stand")
      return
    }
    guard case .rsaPSS(_, let parameters?) = try key(der { $0.writeSequence { _ in } }) else {
      Issue.record("no parameters where some stand")
      return
    }
    #expect(parameters.hash == .sha1 && parameters.maskHash == .sha1)
    #expect(parameters.saltByteCount == 20 && parameters.trailerField == 1)
  }

  @Test(arguments: [
    KeyFile.rsaPublic, KeyFile.p256Public, KeyFile.p384Public, KeyFile.ed25519Public,
  ])
  func `a truncated public key is rejected, and a changed one does not crash`(_ text: String) throws
  {
    let isSafe = KeyFile.fuzz(try KeyFile.der(text)) { der in
      _ = try SubjectPublicKeyInfo(der).key(in: der)
    }
    #expect(isSafe)
  }
}
