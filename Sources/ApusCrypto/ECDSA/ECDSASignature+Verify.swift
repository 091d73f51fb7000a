internal import ApusBytes

extension ECDSASignature {
  /// Whether the signature is of that digest and by that key.
  ///
  /// With w = 1 / s the point (z · w) · G + (r · w) · Q has an x coordinate that is r modulo the
  /// order. FIPS 186-5 section 6.4.2.
  func isValidVariableTime(forDigest digest: Span<UInt8>, by key: AffinePoint<Curve>) -> Bool {
    guard HashAlgorithm(digestByteCount: digest.count) != nil else { return false }
    let z = Curve.Scalar(leftmostBitsOf: digest)
    let w = s.inverted()
    let point = JacobianPoint.sumVariableTime(generatorTimes: z * w, key, times: r * w)
    return point.hasXVariableTime(r)
  }
}

extension Residue {
  /// The residue of a digest's left-most bits, as many as the prime has.
  ///
  /// Where the prime's bits do not fill its bytes, at P-521, it is longer than any digest, so that
  /// there is nothing to shift. FIPS 186-5 section 6.4.1.
  init(leftmostBitsOf digest: Span<UInt8>) {
    self.init(bigEndian: digest.extracting(0..<min(digest.count, Self.byteCount)))
  }
}

extension HashAlgorithm {
  /// The hash function whose digests have that many bytes.
  init?(digestByteCount: Int) {
    guard let hash = Self.allCases.first(where: { $0.digestByteCount == digestByteCount })
    else { return nil }
    self = hash
  }
}

extension JacobianPoint {
  /// Whether the point's x coordinate is a number modulo the order, without a division.
  ///
  /// The prime of the field is above the order and below twice of it, so that x is the number or
  /// the number and the order.
  fileprivate func hasXVariableTime(_ residue: Curve.Scalar) -> Bool {
    if isInfinity.isYesVariableTime { return false }
    let zz = z.squared()
    let number = residue.number
    let candidate = Field(number)
    if Field.areEqual(candidate * zz, x).isYesVariableTime { return true }
    let order = Curve.Order.prime
    let gap = Curve.FieldPrime.prime.difference(order, modulo: Curve.FieldPrime.prime)
    guard number.isLess(than: gap).isYesVariableTime else { return false }
    return Field.areEqual((candidate + Field(order)) * zz, x).isYesVariableTime
  }
}
