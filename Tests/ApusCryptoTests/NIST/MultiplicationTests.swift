import ApusBytes
import Testing

@testable import ApusCrypto

/// A scalar times a point in the four available ways: the generator's table, any point's windows,
/// and both halves of the sum for verification.
@Suite struct MultiplicationTests {
  private func expectAllWays<C: NISTCurve>(
    _ scalar: C.Scalar, _ expected: JacobianPoint<C>, _ comment: Comment
  ) {
    let bytes = scalar.bytes
    #expect(C.baseTable.multiple(bytes.span) == expected, comment)
    #expect(JacobianPoint(C.generator, times: bytes.span) == expected, comment)
    let base = JacobianPoint.sumVariableTime(generatorTimes: scalar, C.generator, times: .zero)
    #expect(base == expected, comment)
    let point = JacobianPoint.sumVariableTime(generatorTimes: .zero, C.generator, times: scalar)
    #expect(point == expected, comment)
  }

  @Test func `every multiplication method gives the known multiples of the generator`() throws {
    func check<C: NISTCurve>(_ curve: C.Type, _ known: [KnownMultiple]) throws {
      for multiple in known.suffix(sampleCount(40) + 1) {
        let scalar = try Hex.decode(multiple.scalar)
        let x963 = try [4] + Hex.decode(multiple.x) + Hex.decode(multiple.y)
        let point = try AffinePoint<C>(x963: x963.span)
        expectAllWays(
          C.Scalar(bigEndian: scalar.span), JacobianPoint(point), "\(curve) \(multiple.scalar)")
      }
    }
    try check(P256.self, KnownMultiple.p256)
    try check(P384.self, KnownMultiple.p384)
    try check(P521.self, KnownMultiple.p521)
  }

  @Test func `scalars 1 to n and their negatives give the expected generator multiples`() {
    func check<C: NISTCurve>(_ curve: C.Type, upTo limit: UInt64) {
      var expected = JacobianPoint<C>(C.generator)
      for scalar in 1...limit {
        let residue = C.Scalar(small: scalar)
        expectAllWays(residue, expected, "\(curve) \(scalar)")
        var negated = expected
        negated.y = -negated.y
        expectAllWays(-residue, negated, "\(curve) −\(scalar)")
        expected = expected.addedVariableTime(to: C.generator)
      }
    }
    check(P256.self, upTo: UInt64(sampleCount(40)))
    check(P384.self, upTo: UInt64(sampleCount(40)))
    check(P521.self, upTo: UInt64(sampleCount(40)))
  }

  /// With these scalars of P-256 the generator's table adds equal and opposite points, and n − 18
  /// of P-521 adds equal points at the last digit of its windows.
  @Test func `the base table gives the right multiple even if two terms are equal`() {
    for (factor, exponent) in [(32, 220), (15, 240), (5, 240)] as [(UInt64, Int)] {
      var scalar = P256.Scalar(small: factor)
      var point = JacobianPoint(P256.generator, times: scalar.bytes.span)
      for _ in 0..<exponent {
        scalar = scalar.doubled()
        point = point.doubled()
      }
      point.y = -point.y
      expectAllWays(-scalar, point, "n − \(factor) · 2^\(exponent)")
    }
    let point = JacobianPoint(P521.generator, times: P521.Scalar(small: 18).bytes.span)
    let negated = JacobianPoint(point.affine.negated)
    expectAllWays(-P521.Scalar(small: 18), negated, "n − 18")
  }

  @Test func `the point multiple of a scalar sum equals the sum of the point multiples`() {
    func check<C: NISTCurve>(_ curve: C.Type) {
      let samples = Array(
        C.Scalar.samples(20, seed: 7).filter { $0 != .zero }.suffix(1 + sampleCount(40)))
      for (index, a) in samples.enumerated() {
        let b = samples[(index * 3 + 1) % samples.count]
        let point = C.baseTable.multiple(a.bytes.span)
        let other = C.baseTable.multiple(b.bytes.span)
        #expect(JacobianPoint(C.generator, times: a.bytes.span) == point)
        let sum = point.addedVariableTime(to: other)
        #expect(
          JacobianPoint.sumVariableTime(generatorTimes: a, C.generator, times: b) == sum)
        if a + b != .zero { #expect(C.baseTable.multiple((a + b).bytes.span) == sum) }
        let product = JacobianPoint(point.affine, times: b.bytes.span)
        #expect(product == C.baseTable.multiple((a * b).bytes.span))
      }
    }
    check(P256.self)
    check(P384.self)
    check(P521.self)
  }

  @Test func `the order times a point is the point at infinity`() {
    func check<C: NISTCurve>(_ curve: C.Type) {
      let almost = -C.Scalar.one
      let point = JacobianPoint(C.generator, times: almost.bytes.span)
      #expect(point.addedVariableTime(to: C.generator) == .infinity)
      #expect(
        JacobianPoint.sumVariableTime(generatorTimes: almost, C.generator, times: .one)
          == .infinity)
      #expect(
        JacobianPoint.sumVariableTime(generatorTimes: .zero, C.generator, times: .zero)
          == .infinity)
    }
    check(P256.self)
    check(P384.self)
    check(P521.self)
  }
}
