internal import ApusBytes

/// A secret scalar from 1 to the order less 1, which is a private key or a nonce.
///
/// The bytes of the scalar are stored in memory that is wiped. Each operation also wipes its stack
/// memory.
struct SecretScalar<Curve: NISTCurve>: ~Copyable, Sendable {
  private let bytes: SecretBytes

  /// Creates a secret scalar from big-endian bytes.
  ///
  /// The initializer throws an error if the scalar is out of range. The result of the range check
  /// is public.
  init(_ bytes: consuming SecretBytes) throws(CryptoError) {
    guard bytes.count == Curve.Scalar.byteCount else {
      throw .wrongByteCount(bytes.count, expected: Curve.Scalar.byteCount)
    }
    let isInRange = bytes.withBytes { Self.isInRange($0) }
    Wipe.stack()
    // PUBLIC: bytes out of range are rejected, and are not a key.
    guard isInRange.declassified else { throw .scalarOutOfRange }
    self.bytes = bytes
  }

  /// Creates a random scalar by reading random bytes until they are in range.
  ///
  /// At least half of all attempts succeed, so 256 failures indicate a broken random source. The
  /// type of the source is `any RandomSource`. A type parameter of callers in other modules would
  /// prevent the compiler from specializing the initializer for the curve. FIPS 186-5 section
  /// A.2.2.
  init(using random: any RandomSource) throws(CryptoError) {
    for _ in 0..<256 {
      var draw = try SecretBytes(randomCount: Curve.Scalar.byteCount, from: random)
      let excess = 8 * Curve.Scalar.byteCount - Curve.Order.bitCount
      draw.withMutableBytes { $0[0] &= 0xff >> UInt8(excess) }
      let isInRange = draw.withBytes { Self.isInRange($0) }
      Wipe.stack()
      // PUBLIC: rejected attempts reveal nothing about the accepted attempt.
      if isInRange.declassified {
        bytes = draw
        return
      }
    }
    throw .scalarOutOfRange
  }

  @inline(never)
  private static func isInRange(_ bytes: Span<UInt8>) -> Mask {
    let number = Curve.Order.Limbs(bigEndian: bytes)
    return number.isLess(than: Curve.Order.prime) & ~number.isZero
  }

  /// Returns a copy of the scalar's big-endian bytes.
  func copyOfBytes() -> SecretBytes { bytes.copy() }

  /// Calls a closure with the scalar's big-endian bytes.
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes(body)
  }

  /// Multiplies the generator of the curve by the secret scalar.
  func multipleOfGenerator() -> AffinePoint<Curve> {
    let point = bytes.withBytes { Self.multipleOfGenerator($0) }
    Wipe.stack()
    return point
  }

  @inline(never)
  private static func multipleOfGenerator(_ scalar: Span<UInt8>) -> AffinePoint<Curve> {
    Curve.baseTable.multiple(scalar).affine
  }

  /// Returns the x coordinate of the scalar times a peer's point. SEC 1 section 3.3.1.
  ///
  /// The group's order is prime and above the scalar, and the peer's point is not infinity, so the
  /// result is infinity only after a fault.
  func sharedSecret(with point: AffinePoint<Curve>) throws(CryptoError) -> SecretBytes {
    var isInfinity = Mask(isZero: 1)
    let secret = SecretBytes(count: Curve.Field.byteCount) { secret in
      isInfinity = bytes.withBytes { Self.writeMultiple(of: point, $0, to: &secret) }
    }
    Wipe.stack()
    // PUBLIC: a valid key and a valid point never result in infinity, so the result reveals no
    // secret.
    guard !isInfinity.declassified else { throw .pointAtInfinity }
    return secret
  }

  @inline(never)
  private static func writeMultiple(
    of point: AffinePoint<Curve>, _ scalar: Span<UInt8>, to secret: inout MutableSpan<UInt8>
  ) -> Mask {
    let product = JacobianPoint(point, times: scalar)
    product.affine.x.write(bigEndian: &secret)
    return product.isInfinity
  }
}
