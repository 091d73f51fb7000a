internal import ApusBytes

extension JacobianPoint {
  /// A multiple of a public point by a secret scalar from 1 to the order less 1.
  ///
  /// The digits are taken from the highest. Before digit i is added, i > 0, the sum is 32k times
  /// the point, where 32k + digit is the scalar shifted down by 5i bits and rounded: at most
  /// (order + 16) / 32, and 32k is a multiple of 32. So it neither equals the digit's point nor
  /// is opposite to it, unless both are infinity. At the last digit 32k is at most 16 above the
  /// scalar, and can be the order plus the digit: there the sum may be of equal points.
  init(_ point: AffinePoint<Curve>, times scalar: Span<UInt8>) {
    precondition(scalar.count == Curve.Scalar.byteCount, "the scalar is of another length")
    let multiples = Self.multiples(of: point)
    let top = SignedDigit.count(forBitCount: Curve.Order.bitCount) - 1
    self = Self.lookUp(SignedDigit(of: scalar, at: top), in: multiples)
    for place in (0..<top).reversed() {
      for _ in 0..<SignedDigit.bitCount { self = doubled() }
      let term = Self.lookUp(SignedDigit(of: scalar, at: place), in: multiples)
      self = place > 0 ? added(to: term) : addedToAny(term)
    }
  }

  /// The point once, twice, and so on to the greatest size of a digit.
  private static func multiples(of point: AffinePoint<Curve>) -> [Self] {
    var multiples = [Self(point)]
    multiples.reserveCapacity(SignedDigit.limit)
    for index in 2...SignedDigit.limit {
      multiples.append(
        index % 2 == 0
          ? multiples[index / 2 - 1].doubled()
          : multiples[index - 2].added(to: point, unless: Mask(isZero: 1)))
    }
    return multiples
  }

  /// Reads every entry, whatever the digit is, and keeps the one that is meant.
  @inline(__always)
  private static func lookUp(_ digit: SignedDigit, in multiples: [Self]) -> Self {
    var found = infinity
    for index in multiples.indices {
      found = .select(Mask(UInt64(index + 1), equals: digit.size), multiples[index], found)
    }
    found.y = .select(digit.isNegative, -found.y, found.y)
    return found
  }
}
