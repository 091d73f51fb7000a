internal import ApusBytes

/// A curve y² = x³ − 3x + b over a prime field, whose points are a group of prime order.
///
/// The protocol is internal: it is compiled separately for each curve, and callers use `P256`,
/// `P384` and `P521`. The order is above 2⁸ⁿ⁻⁹ and below the prime, with n the number of bytes of a
/// coordinate, so that both have n bytes.
///
/// SP 800-186 section 3.2.1.
protocol NISTCurve: Sendable {
  /// The prime that coordinates are residues of.
  associatedtype FieldPrime: PrimeModulus
  /// The order of the group, which scalars are residues of.
  associatedtype Order: PrimeModulus where Order.Limbs == FieldPrime.Limbs

  /// The constant term of the equation.
  static var b: Residue<FieldPrime> { get }

  /// The point that all others are multiples of.
  static var generator: AffinePoint<Self> { get }

  /// Multiples of the generator for secret scalars, computed at their first use.
  static var baseTable: BaseTable<Self> { get }

  /// Multiples of the generator for public scalars, computed at their first use.
  static var oddMultiples: [AffinePoint<Self>] { get }
}

extension NISTCurve {
  typealias Field = Residue<FieldPrime>
  typealias Scalar = Residue<Order>
}
