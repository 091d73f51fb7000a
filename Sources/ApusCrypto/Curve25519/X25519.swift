public import ApusBytes

/// X25519 key agreement over curve25519. RFC 7748 section 6.1.
public enum X25519 {
  /// The number of bytes of an X25519 private key, public key or shared secret.
  public static let byteCount = 32

  /// A public X25519 key, which is the u-coordinate of a point.
  public struct PublicKey: Sendable, Hashable {
    /// The 32 bytes of the public key in the form that peers exchange.
    public let rawRepresentation: [UInt8]

    /// Creates a public key from any 32 bytes.
    ///
    /// The initializer reduces a coordinate above p and ignores the top bit.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      guard bytes.count == byteCount else {
        throw .wrongByteCount(bytes.count, expected: byteCount)
      }
      rawRepresentation = bytes.copy()
    }

    fileprivate init(_ point: borrowing EdwardsPoint) {
      var bytes = [UInt8](repeating: 0, count: byteCount)
      var span = bytes.mutableSpan
      point.writeMontgomery(to: &span)
      rawRepresentation = bytes
    }
  }

  /// A private X25519 key, which is wiped when its only owner releases the key.
  public struct PrivateKey: ~Copyable, Sendable {
    private let scalar: SecretBytes
    /// The public key that belongs to the private key.
    public let publicKey: PublicKey

    /// Creates a private X25519 key from 32 bytes, and ignores five of their bits.
    /// RFC 7748 section 5.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      guard bytes.count == byteCount else {
        throw .wrongByteCount(bytes.count, expected: byteCount)
      }
      self.init(SecretBytes(copying: bytes))
    }

    private init(_ scalar: consuming SecretBytes) {
      publicKey = scalar.withBytes { PublicKey(EdwardsPoint(baseTimes: .clamped($0))) }
      Wipe.stack()
      self.scalar = scalar
    }

    /// Returns a new random private X25519 key.
    public static func generate(
      using random: some RandomSource
    ) throws(CryptoError) -> PrivateKey {
      PrivateKey(try SecretBytes(randomCount: byteCount, from: random))
    }

    /// The 32 bytes from which the private key was created.
    public var rawRepresentation: SecretBytes { scalar.copy() }

    /// Returns the shared secret of the private key and the peer's public key.
    ///
    /// The method throws an error if the peer's public key has a small order.
    public func sharedSecret(with peer: PublicKey) throws(CryptoError) -> SecretBytes {
      let secret = scalar.withBytes { scalar in
        SecretBytes(count: byteCount) { secret in
          X25519.multiply(peer.rawRepresentation.span, by: scalar, into: &secret)
        }
      }
      Wipe.stack()
      let zeros = [UInt8](repeating: 0, count: byteCount)
      let isZero = secret.withBytes { ConstantTime.equal($0, zeros.span) }
      // PUBLIC: the error reveals the result to the caller, and the result depends only on the
      // peer's public key.
      guard !isZero.declassified else { throw .allZeroSharedSecret }
      return secret
    }
  }

  /// Multiplies a point's u-coordinate by a clamped scalar with the Montgomery ladder, in constant
  /// time.
  ///
  /// The difference of (x2:z2) and (x3:z3) is always the point itself. Every sum and every
  /// difference has products as operands, and is therefore a valid factor by the bounds of
  /// `Field25519`. RFC 7748 section 5.
  @inline(never)
  static func multiply(
    _ u: Span<UInt8>, by scalar: Span<UInt8>, into result: inout MutableSpan<UInt8>
  ) {
    let scalar = Scalar25519.clamped(scalar)
    let x1 = Field25519(u)
    var (x2, z2) = (Field25519.one, Field25519.zero)
    var (x3, z3) = (x1, Field25519.one)
    var previous: UInt64 = 0
    for place in (0..<255).reversed() {
      let bit = scalar.words[place / 64] &>> UInt64(place % 64)
      let isDifferent = Mask(lowBitOf: bit ^ previous)
      previous = bit
      Field25519.exchange(&x2, &x3, if: isDifferent)
      Field25519.exchange(&z2, &z3, if: isDifferent)
      let (a, b) = (x2 + z2, x2 - z2)
      let (aa, bb) = (a.squared(), b.squared())
      let e = aa - bb
      let (da, cb) = ((x3 - z3) * a, (x3 + z3) * b)
      x3 = (da + cb).squared()
      z3 = x1 * (da - cb).squared()
      x2 = aa * bb
      z2 = e * (aa + e.times(121_665))
    }
    let isDifferent = Mask(lowBitOf: previous)
    Field25519.exchange(&x2, &x3, if: isDifferent)
    Field25519.exchange(&z2, &z3, if: isDifferent)
    (x2 * z2.inverted()).write(to: &result)
  }
}

extension Scalar25519 {
  /// Returns a clamped scalar, which is a multiple of eight from 2^254 to 2^255. RFC 7748 section
  /// 5.
  static func clamped(_ bytes: Span<UInt8>) -> Scalar25519 {
    var scalar = Scalar25519(bytes)
    scalar.words[0] &= ~7
    scalar.words[3] = scalar.words[3] & (1 << 63 - 1) | 1 << 62
    return scalar
  }
}

extension EdwardsPoint {
  /// Writes the u-coordinate (1 + y)/(1 - y) of the corresponding point on curve25519.
  ///
  /// RFC 7748 section 4.1.
  fileprivate func writeMontgomery(to bytes: inout MutableSpan<UInt8>) {
    ((z + y) * (z - y).inverted()).write(to: &bytes)
  }
}
