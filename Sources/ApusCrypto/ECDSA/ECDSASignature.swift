internal import ApusBytes

/// The two numbers r and s of an ECDSA signature, each from 1 to the order less 1.
struct ECDSASignature<Curve: NISTCurve>: Sendable {
  let r: Curve.Scalar
  let s: Curve.Scalar

  /// Creates an ECDSA signature from two numbers, or returns `nil` if a number is zero.
  init?(r: Curve.Scalar, s: Curve.Scalar) {
    // PUBLIC: a signature is public, and two numbers with a zero are never released.
    guard !(r.isZero | s.isZero).declassified else { return nil }
    self.r = r
    self.s = s
  }

  /// Reads an ECDSA signature in an encoding, and throws an error if bytes remain after the
  /// signature.
  init(_ bytes: Span<UInt8>, _ encoding: ECDSA.Encoding) throws(CryptoError) {
    let length = Curve.Scalar.byteCount
    switch encoding {
    case .der:
      let (r, s) = try ECDSA.integers(in: bytes)
      self.r = try Self.scalar(bytes.extracting(r))
      self.s = try Self.scalar(bytes.extracting(s))
    case .fixedSize:
      guard bytes.count == 2 * length else { throw .malformedSignature }
      r = try Self.scalar(bytes.extracting(0..<length))
      s = try Self.scalar(bytes.extracting(length..<2 * length))
    }
  }

  private static func scalar(_ bytes: Span<UInt8>) throws(CryptoError) -> Curve.Scalar {
    guard bytes.count <= Curve.Scalar.byteCount else { throw .signatureOutOfRange }
    let number = Curve.Order.Limbs(bigEndian: bytes)
    guard (number.isLess(than: Curve.Order.prime) & ~number.isZero).isYesVariableTime else {
      throw .signatureOutOfRange
    }
    return Curve.Scalar(number)
  }

  /// Returns the ECDSA signature in the given encoding.
  func encoded(_ encoding: ECDSA.Encoding) -> [UInt8] {
    switch encoding {
    case .der: ECDSA.der(r.bytes, s.bytes)
    case .fixedSize: r.bytes + s.bytes
    }
  }
}

extension ECDSASignature {
  /// Signs a digest with a nonce that depends on the key, the digest and 32 random bytes.
  ///
  /// The random source has an existential type. A type parameter of callers in other modules would
  /// prevent the compiler from specializing the called functions for the curve.
  init(
    forDigest digest: Span<UInt8>, by key: borrowing SecretScalar<Curve>,
    using random: any RandomSource
  ) throws(CryptoError) {
    let extra: [UInt8]
    do throws(RandomError) { extra = try random.bytes(32) } catch { throw .randomness(error) }
    try self.init(forDigest: digest, by: key, hedgedWith: extra.span)
  }

  /// Signs a digest: r is the x coordinate of k · G, and s is (z + r · d) / k.
  ///
  /// The number k is the nonce, and d is the private key. FIPS 186-5 section 6.4.1.
  init(
    forDigest digest: Span<UInt8>, by key: borrowing SecretScalar<Curve>,
    hedgedWith extra: Span<UInt8>
  ) throws(CryptoError) {
    guard let hash = HashAlgorithm(digestByteCount: digest.count) else {
      throw .unsupportedDigest(byteCount: digest.count)
    }
    let z = Curve.Scalar(leftmostBitsOf: digest)
    var nonces = DeterministicNonces<Curve>(hash, digest: z, key: key, extra: extra)
    // If r or s is zero, the loop discards the nonce and tries the next nonce.
    while true {
      let nonce = nonces.next()
      let r = Curve.Scalar(bigEndian: nonce.multipleOfGenerator().x.bytes.span)
      let s = key.withBytes { key in
        nonce.withBytes { nonce in Self.s(z: z, r: r, key: key, nonce: nonce) }
      }
      Wipe.stack()
      if let signature = Self(r: r, s: s) {
        self = signature
        return
      }
    }
  }

  @inline(never)
  private static func s(
    z: Curve.Scalar, r: Curve.Scalar, key: Span<UInt8>, nonce: Span<UInt8>
  ) -> Curve.Scalar {
    (z + r * Curve.Scalar(bigEndian: key)) * Curve.Scalar(bigEndian: nonce).inverted()
  }
}

extension ECDSASignature {
  /// Returns a Boolean value that indicates whether the signature is valid for a digest and a
  /// public key, in variable time.
  ///
  /// For w = 1 / s, the point (z · w) · G + (r · w) · Q has the x coordinate r modulo the order.
  /// FIPS 186-5 section 6.4.2.
  func isValidVariableTime(forDigest digest: Span<UInt8>, by key: AffinePoint<Curve>) -> Bool {
    guard HashAlgorithm(digestByteCount: digest.count) != nil else { return false }
    let z = Curve.Scalar(leftmostBitsOf: digest)
    let w = s.inverted()
    let point = JacobianPoint.sumVariableTime(generatorTimes: z * w, key, times: r * w)
    return point.hasXVariableTime(r)
  }
}

extension Residue {
  /// Creates a residue from the left-most bits of a digest, with as many bits as the prime.
  ///
  /// Only P-521 has a prime with an incomplete byte. The prime of P-521 is longer than every
  /// digest, so no shift is needed. FIPS 186-5 section 6.4.1.
  init(leftmostBitsOf digest: Span<UInt8>) {
    self.init(bigEndian: digest.extracting(0..<min(digest.count, Self.byteCount)))
  }
}

extension HashAlgorithm {
  /// Creates the hash function whose digests have the given number of bytes.
  init?(digestByteCount: Int) {
    guard let hash = Self.allCases.first(where: { $0.digestByteCount == digestByteCount })
    else { return nil }
    self = hash
  }
}

extension JacobianPoint {
  /// Returns a Boolean value that indicates whether the point's x coordinate equals a number modulo
  /// the group order. The comparison needs no division.
  ///
  /// The prime of the field is above the order and below twice the order. The x coordinate is
  /// therefore the number, or the sum of the number and the order.
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
