import ApusBytes
import Testing

@testable import ApusCrypto

/// The laws of the group, on small multiples of the generator.
@Suite struct JacobianPointTests {
  private func forEachCurve(_ check: (any NISTCurve.Type) -> Void) {
    check(P256.self)
    check(P384.self)
    check(P521.self)
  }

  /// −3 to 5 times the generator, each in two forms; −1 to 2 times in an unoptimized build.
  private func points<C: NISTCurve>(_ curve: C.Type) -> [(multiple: Int, point: JacobianPoint<C>)] {
    let generator = JacobianPoint<C>(C.generator)
    var points = [(0, JacobianPoint<C>.infinity)]
    for multiple in 1...1 + sampleCount(4) {
      points.append((multiple, points[multiple - 1].1.addedVariableTime(to: generator)))
    }
    points += points[1...min(3, sampleCount(3))].map { (-$0.0, $0.1.negated) }
    var random = SplitMix(seed: 5)
    return points + points.map { ($0.0, $0.1.scaled(by: .random(&random))) }
  }

  @Test func `every addition method returns the right sum of two curve points`() {
    func check<C: NISTCurve>(_ curve: C.Type) {
      let points = points(curve)
      let sums = Dictionary(points.map { ($0.multiple, $0.point) }) { first, _ in first }
      for (m, p) in points {
        for (n, q) in points {
          guard let sum = sums[m + n] else { continue }
          #expect(p.addedVariableTime(to: q) == sum, "\(m) + \(n)")
          #expect(p.addedToAny(q) == sum, "\(m) + \(n)")
          if m != n || m == 0 { #expect(p.added(to: q) == sum, "\(m) + \(n)") }
          guard n != 0 else { continue }
          let affine = q.affine
          let (no, yes) = (Mask(isZero: 1), Mask(isZero: 0))
          #expect(p.addedVariableTime(to: affine) == sum, "\(m) + \(n)")
          #expect(p.addedToAny(affine, unless: no) == sum, "\(m) + \(n)")
          #expect(p.addedToAny(affine, unless: yes) == p, "\(m)")
          if m != n { #expect(p.added(to: affine, unless: no) == sum, "\(m) + \(n)") }
          #expect(p.added(to: affine, unless: yes) == p, "\(m)")
        }
        if let twice = sums[2 * m] { #expect(p.doubled() == twice, "2 · \(m)") }
      }
    }
    forEachCurve { check($0) }
  }

  @Test func `the addition of NIST curve points is commutative and associative`() {
    func check<C: NISTCurve>(_ curve: C.Type) {
      var random = SplitMix(seed: 6)
      let points = (0..<3).map { _ in
        C.baseTable.multiple(C.Scalar.random(&random).bytes.span)
      }
      let (p, q, r) = (points[0], points[1], points[2])
      #expect(p.added(to: q) == q.added(to: p))
      #expect(p.added(to: q).added(to: r) == p.added(to: q.added(to: r)))
    }
    forEachCurve { check($0) }
  }

  @Test func `converting many points to affine form with one inversion is right`() {
    func check<C: NISTCurve>(_ curve: C.Type) {
      let points = points(curve).filter { $0.multiple != 0 }.map(\.point)
      #expect(JacobianPoint.affine(points) == points.map(\.affine))
    }
    forEachCurve { check($0) }
  }

  @Test func `only the point at infinity is recognized as infinity`() {
    func check<C: NISTCurve>(_ curve: C.Type) {
      for (multiple, point) in points(curve) {
        #expect(point.isInfinity.declassified == (multiple == 0))
        #expect(point.doubled().isInfinity.declassified == (multiple == 0))
      }
    }
    forEachCurve { check($0) }
  }
}

extension JacobianPoint: Equatable {
  /// Returns whether two forms are of the same point.
  static func == (left: Self, right: Self) -> Bool {
    let (zz1, zz2) = (left.z.squared(), right.z.squared())
    guard left.z != .zero, right.z != .zero else { return left.z == right.z }
    return left.x * zz2 == right.x * zz1 && left.y * zz2 * right.z == right.y * zz1 * left.z
  }

  fileprivate var negated: Self { Self(x: x, y: -y, z: z) }

  /// Returns the same point with another Z.
  fileprivate func scaled(by factor: Field) -> Self {
    let square = factor.squared()
    return Self(x: x * square, y: y * square * factor, z: z * factor)
  }
}
