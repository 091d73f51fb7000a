import ApusBytes
import Testing

@testable import ApusCrypto

/// SEC 1 section 2.3.
@Suite struct AffinePointTests {
  private func forEachCurve(_ check: (any NISTCurve.Type) throws -> Void) throws {
    try check(P256.self)
    try check(P384.self)
    try check(P521.self)
  }

  private func error<C: NISTCurve>(_ curve: C.Type, _ bytes: [UInt8]) -> CryptoError? {
    do throws(CryptoError) {
      _ = try AffinePoint<C>(x963: bytes.span)
      return nil
    } catch { return error }
  }

  @Test func `a point is read from its compressed and its uncompressed encoding`() throws {
    func check<C: NISTCurve>(_ curve: C.Type) throws {
      for scalar in 1...UInt64(sampleCount(40)) {
        let point = C.baseTable.multiple(C.Scalar(small: scalar).bytes.span).affine
        #expect(point.x963.count == 1 + 2 * C.Field.byteCount)
        #expect(point.compressedX963.count == 1 + C.Field.byteCount)
        #expect(try AffinePoint<C>(x963: point.x963.span) == point)
        #expect(try AffinePoint<C>(x963: point.compressedX963.span) == point)
        #expect(try AffinePoint<C>(x963: point.negated.compressedX963.span) == point.negated)
      }
    }
    try forEachCurve { try check($0) }
  }

  @Test func `the encoding of the point at infinity is rejected`() throws {
    try forEachCurve { #expect(error($0, [0]) == .pointAtInfinity) }
  }

  @Test func `a point encoding with another first byte or length is rejected`() throws {
    func check<C: NISTCurve>(_ curve: C.Type) {
      let uncompressed = C.generator.x963
      let compressed = C.generator.compressedX963
      for first: UInt8 in 0...255 {
        if first != 4 {
          #expect(error(curve, [first] + uncompressed.dropFirst()) == .malformedPoint)
        }
        if first != 2 && first != 3 {
          #expect(error(curve, [first] + compressed.dropFirst()) == .malformedPoint)
        }
      }
      for count in 0..<uncompressed.count {
        #expect(error(curve, Array(uncompressed.prefix(count))) == .malformedPoint)
      }
      for count in 0..<compressed.count {
        #expect(error(curve, Array(compressed.prefix(count))) == .malformedPoint)
      }
      #expect(error(curve, uncompressed + [0]) == .malformedPoint)
      #expect(error(curve, compressed + [0]) == .malformedPoint)
    }
    try forEachCurve { check($0) }
  }

  @Test func `a point with a coordinate at or above the prime is rejected`() throws {
    func check<C: NISTCurve>(_ curve: C.Type) {
      var prime = [UInt8](repeating: 0, count: C.Field.byteCount)
      var span = prime.mutableSpan
      C.FieldPrime.prime.write(bigEndian: &span)
      let most = [UInt8](repeating: 0xff, count: prime.count)
      let x = C.generator.x.bytes
      for large in [prime, most] {
        #expect(error(curve, [4] + large + x) == .nonCanonicalPoint)
        #expect(error(curve, [4] + x + large) == .nonCanonicalPoint)
        #expect(error(curve, [2] + large) == .nonCanonicalPoint)
      }
      let last = ReferenceArithmetic.difference(
        prime, [UInt8](repeating: 0, count: prime.count - 1) + [1])
      #expect(error(curve, [4] + last + x) == .pointNotOnCurve)
    }
    try forEachCurve { check($0) }
  }

  @Test func `a point that is not on the curve is rejected`() throws {
    func check<C: NISTCurve>(_ curve: C.Type) {
      let bytes = C.generator.x963
      for index in bytes.indices.dropFirst() {
        var changed = bytes
        changed[index] ^= 1
        let refusal = error(curve, changed)
        #expect(refusal == .pointNotOnCurve || refusal == .nonCanonicalPoint)
      }
      let zero = [UInt8](repeating: 0, count: C.Field.byteCount)
      #expect(error(curve, [4] + zero + zero) == .pointNotOnCurve)
    }
    try forEachCurve { check($0) }
  }

  @Test func `about half of all x coordinates have no point on the curve`() throws {
    func check<C: NISTCurve>(_ curve: C.Type) {
      var refused = 0
      for small: UInt64 in 0..<40 {
        let x = C.Field(small: small).bytes
        switch error(curve, [2] + x) {
        case nil: break
        case .pointNotOnCurve: refused += 1
        case let other: Issue.record("\(curve) \(small): \(String(describing: other))")
        }
      }
      #expect((8...32).contains(refused), "\(curve) \(refused)")
    }
    try forEachCurve { check($0) }
  }
}
