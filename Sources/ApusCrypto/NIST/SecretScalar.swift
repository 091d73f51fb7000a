internal import ApusBytes

/// A scalar from 1 to the order less 1 that no one else knows: a private key, or a nonce.
///
/// Its bytes have one home, which is wiped. What computing with them leaves on the stack is wiped
/// after each operation.
struct SecretScalar<Curve: NISTCurve>: ~Copyable, Sendable {
  private let bytes: SecretBytes

  /// Takes the bytes of a scalar, the highest first, if they are one; whether they are is public.
  init(_ bytes: consuming SecretBytes) throws(CryptoError) {
    guard bytes.count == Curve.Scalar.byteCount else {
      throw .wrongByteCount(bytes.count, expected: Curve.Scalar.byteCount)
    }
    let isInRange = bytes.withBytes { Self.isInRange($0) }
    Wipe.stack()
    // PUBLIC: bytes that are no scalar are refused, and are no one's key.
    guard isInRange.declassified else { throw .scalarOutOfRange }
    self.bytes = bytes
  }

  /// Draws random bytes until they are a scalar.
  ///
  /// At least half of all draws are one, so that a source which fails 256 times is no source. It is
  /// `any` source, because a type parameter that callers fill in another module would keep this
  /// from being compiled for its curve. FIPS 186-5 section A.2.2.
  init(using random: any RandomSource) throws(CryptoError) {
    for _ in 0..<256 {
      var draw = try SecretBytes(randomCount: Curve.Scalar.byteCount, from: random)
      let excess = 8 * Curve.Scalar.byteCount - Curve.Order.bitCount
      draw.withMutableBytes { $0[0] &= 0xff >> UInt8(excess) }
      let isInRange = draw.withBytes { Self.isInRange($0) }
      Wipe.stack()
      // PUBLIC: which draws were thrown away says nothing about the one that was kept.
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

  /// The bytes, the highest first.
  func copyOfBytes() -> SecretBytes { bytes.copy() }

  /// Lends the bytes, the highest first, for the length of a call.
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes(body)
  }

  /// The generator times the scalar.
  func multipleOfGenerator() -> AffinePoint<Curve> {
    let point = bytes.withBytes { Self.multipleOfGenerator($0) }
    Wipe.stack()
    return point
  }

  @inline(never)
  private static func multipleOfGenerator(_ scalar: Span<UInt8>) -> AffinePoint<Curve> {
    Curve.baseTable.multiple(scalar).affine
  }

  /// The x coordinate of another's point times the scalar. SEC 1 section 3.3.1.
  ///
  /// The order is prime and divides neither, so that nothing but a fault makes infinity of them.
  func sharedSecret(with point: AffinePoint<Curve>) throws(CryptoError) -> SecretBytes {
    var isInfinity = Mask(isZero: 1)
    let secret = SecretBytes(count: Curve.Field.byteCount) { secret in
      isInfinity = bytes.withBytes { Self.writeMultiple(of: point, $0, to: &secret) }
    }
    Wipe.stack()
    // PUBLIC: no key and no point make infinity, so that only a fault is seen.
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
