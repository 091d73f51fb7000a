import ApusASN1
import ApusBytes
import ApusCrypto
import Testing

/// RFC 5915 section 3.
@Suite struct SEC1Tests {
  private func key(
    version: Int = 1, scalarByteCount: Int = 32, curve: OID? = nil, outer: NamedCurve? = nil
  ) throws -> SEC1.PrivateKey {
    let der = KeyFile.der { writer in
      writer.writeSequence { key in
        key.writeInteger(version)
        key.writeOctetString([UInt8](repeating: 7, count: scalarByteCount))
        if let curve { key.writeExplicit(0) { $0.writeOID(curve) } }
      }
    }
    return try SEC1.PrivateKey(der.indices, outerCurve: outer, in: der.span)
  }

  @Test func `the curve and the public key of a SEC 1 key are read`() throws {
    let der = try KeyFile.der(KeyFile.sec1)
    let key = try SEC1.PrivateKey(der.indices, in: der.span)
    #expect(key.curve == .p256)
    #expect(KeyFile.hex(key.scalar, of: der).hasPrefix("5c066405"))
    #expect(key.scalar.count == 32)
    #expect(key.publicKey?.count == 65)
  }

  @Test func `a SEC 1 key without a curve or with two different curves is rejected`() throws {
    #expect(try key(curve: .secp256r1).curve == .p256)
    #expect(try key(outer: .p256).curve == .p256)
    #expect(try key(curve: .secp256r1, outer: .p256).publicKey == nil)
    #expect(throws: CryptoError.curveMismatch(at: 0)) { try key() }
    #expect(throws: CryptoError.curveMismatch(at: 41)) {
      try key(curve: .secp256r1, outer: .p384)
    }
    #expect(throws: CryptoError.unsupportedCurve(.secp256k1)) { try key(curve: .secp256k1) }
  }

  @Test(arguments: NamedCurve.allCases)
  func `a SEC 1 scalar that is longer than a coordinate is rejected`(_ curve: NamedCurve) throws {
    let count = curve.coordinateByteCount
    for count in [1, count - 1, count] {
      #expect(try key(scalarByteCount: count, outer: curve).scalar.count == count)
    }
    for other in [0, count + 1] {
      #expect(throws: CryptoError.wrongKeyByteCount(other, expected: count, at: 7)) {
        try key(scalarByteCount: other, outer: curve)
      }
    }
  }

  @Test(arguments: [0, 2])
  func `a SEC 1 key with a different version is rejected`(_ version: Int) {
    #expect(throws: CryptoError.unsupportedVersion(version, at: 2)) {
      try key(version: version, outer: .p256)
    }
  }

  @Test func `a truncated SEC 1 key is rejected, and a changed one does not crash`() throws {
    let isSafe = KeyFile.fuzz(try KeyFile.der(KeyFile.sec1)) { der in
      _ = try SEC1.PrivateKey(der.indices, in: der)
    }
    #expect(isSafe)
  }
}
