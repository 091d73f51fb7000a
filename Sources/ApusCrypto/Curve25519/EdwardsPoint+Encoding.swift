internal import ApusBytes

extension EdwardsPoint.Projective {
  /// Writes the encoding of a point: the coordinate y, with the lowest bit of x as the top bit. RFC
  /// 8032 section 5.1.2.
  func write(to bytes: inout MutableSpan<UInt8>) {
    let inverse = z.inverted()
    (y * inverse).write(to: &bytes)
    bytes[31] |= UInt8(truncatingIfNeeded: (x * inverse).isOdd.bits & 0x80)
  }
}

extension EdwardsPoint {
  /// Reads the point of a public key from 32 bytes, in variable time.
  ///
  /// A public key is not secret. The coordinate y must be below p and must have a matching x. An x
  /// of zero must not have the sign of an odd x. RFC 8032 section 5.1.3.
  init(variableTimeFrom bytes: Span<UInt8>) throws(CryptoError) {
    let y = Field25519(bytes)
    guard y.isEncoded(in: bytes) else { throw .nonCanonicalPoint }
    let yy = y.squared()
    let (numerator, denominator) = (yy - .one, Field25519.d * yy + .one)
    guard var x = Field25519.root(of: numerator, over: denominator) else { throw .pointNotOnCurve }
    let isOdd = bytes[31] >> 7 == 1
    if isOdd != x.isOdd.isYesVariableTime {
      guard !x.isZero.isYesVariableTime else { throw .nonCanonicalPoint }
      x = (-x).times(1)
    }
    self.init(x: x, y: y, z: .one, t: x * y)
  }
}

extension Field25519 {
  /// Returns a square root of a fraction, or `nil` if the fraction has no square root. RFC 8032
  /// section 5.1.3.
  fileprivate static func root(
    of numerator: Field25519, over denominator: Field25519
  ) -> Field25519? {
    let cubed = denominator.squared() * denominator
    let seventh = cubed.squared() * denominator
    let root = numerator * cubed * (numerator * seventh).raisedToRootExponent()
    let check = denominator * root.squared()
    if (check - numerator.times(1)).isZero.isYesVariableTime { return root }
    if (check + numerator).isZero.isYesVariableTime { return root * rootOfMinusOne }
    return nil
  }

  /// Returns a Boolean value that indicates whether the low 255 bits of the bytes are the encoding
  /// of this number below p.
  fileprivate func isEncoded(in bytes: Span<UInt8>) -> Bool {
    var canonical = [UInt8](repeating: 0, count: 32)
    var span = canonical.mutableSpan
    write(to: &span)
    canonical[31] |= bytes[31] & 0x80
    return ConstantTime.equal(canonical.span, bytes).isYesVariableTime
  }
}
