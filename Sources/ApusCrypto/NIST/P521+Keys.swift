public import ApusBytes

/// Key agreement and keys over the curve P-521. SP 800-56A section 5.7.1.2, and SEC 1 section
/// 3.3.1.
extension P521 {
  /// The number of bytes of a private key, and of a shared secret.
  public static let byteCount = 66

  /// A public P-521 key, which is a point of the curve other than the point at infinity.
  public struct PublicKey: Sendable, Hashable {
    let point: AffinePoint<P521>

    /// Reads a public key from a point of 133 bytes, or a compressed point of 67 bytes.
    /// SEC 1 section 2.3.4.
    public init(x963 bytes: Span<UInt8>) throws(CryptoError) {
      point = try AffinePoint(x963: bytes)
    }

    /// Reads a public key from the two coordinates of its point, with 66 bytes each.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      point = try AffinePoint(coordinates: bytes)
    }

    fileprivate init(_ point: AffinePoint<P521>) { self.point = point }

    /// The two coordinates of the public key's point, with 66 bytes each.
    public var rawRepresentation: [UInt8] { point.coordinates }

    /// The 133 bytes of the public key's uncompressed point.
    public var x963: [UInt8] { point.x963 }

    /// The 67 bytes of the public key's compressed point.
    public var compressedX963: [UInt8] { point.compressedX963 }
  }

  /// A private P-521 key, which is wiped when its only owner releases the key.
  public struct PrivateKey: ~Copyable, Sendable {
    let scalar: SecretScalar<P521>
    /// The public key that belongs to the private key.
    public let publicKey: PublicKey

    /// Creates a private key from a scalar of 66 bytes, from 1 to the order less 1, in big-endian
    /// order.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      self.init(try SecretScalar(SecretBytes(copying: bytes)))
    }

    private init(_ scalar: consuming SecretScalar<P521>) {
      publicKey = PublicKey(scalar.multipleOfGenerator())
      self.scalar = scalar
    }

    /// Returns a new random private key.
    public static func generate(
      using random: some RandomSource
    ) throws(CryptoError) -> PrivateKey {
      PrivateKey(try SecretScalar(using: random))
    }

    /// The 66 bytes of the private key's scalar.
    public var rawRepresentation: SecretBytes { scalar.copyOfBytes() }

    /// Returns the shared secret of the private key and a peer's public key: an x coordinate of 66
    /// bytes.
    public func sharedSecret(with peer: PublicKey) throws(CryptoError) -> SecretBytes {
      try scalar.sharedSecret(with: peer.point)
    }
  }
}
