internal import ApusBytes

/// A curve y² = x³ − 3x + b over a prime field, whose points are a group of prime order.
///
/// The protocol is internal, and the compiler specializes it for each curve. Callers use `P256`,
/// `P384` and `P521`. The order is above 2⁸ⁿ⁻⁹ and below the prime, where n is the number of bytes
/// of a coordinate. The order and the prime therefore both have n bytes.
///
/// SP 800-186 section 3.2.1.
protocol NISTCurve: Sendable {
  /// The prime of the curve's field. The coordinates are residues modulo the prime.
  associatedtype FieldPrime: PrimeModulus
  /// The order of the curve's group. The scalars are residues modulo the order.
  associatedtype Order: PrimeModulus where Order.Limbs == FieldPrime.Limbs

  /// The constant term b of the curve's equation.
  static var b: Residue<FieldPrime> { get }

  /// The generator of the group; every point of the group is a multiple of the generator.
  static var generator: AffinePoint<Self> { get }

  /// The multiples of the generator for secret scalars, which are computed at their first use.
  static var baseTable: BaseTable<Self> { get }

  /// The multiples of the generator for public scalars, which are computed at their first use.
  static var oddMultiples: [AffinePoint<Self>] { get }
}

extension NISTCurve {
  typealias Field = Residue<FieldPrime>
  typealias Scalar = Residue<Order>
}
