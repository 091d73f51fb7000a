public import ApusBytes

/// The elliptic curve P-256, which is also called secp256r1 and prime256v1.
///
/// SP 800-186 section 3.2.1.3.
public enum P256 {}

extension P256: NISTCurve {
  typealias FieldPrime = P256Prime

  /// The order of the group of P-256.
  enum Order: MontgomeryModulus {
    typealias Limbs = InlineArray<4, UInt64>

    static var bitCount: Int { 256 }

    static var prime: Limbs {
      [
        0xf3b9_cac2_fc63_2551, 0xbce6_faad_a717_9e84, 0xffff_ffff_ffff_ffff,
        0xffff_ffff_0000_0000,
      ]
    }

    static var radixSquared: Limbs {
      [
        0x8324_4c95_be79_eea2, 0x4699_799c_49bd_6fa6, 0x2845_b239_2b6b_ec59,
        0x66e1_2d94_f3d9_5620,
      ]
    }

    static var negatedInverse: UInt64 { 0xccd1_c8aa_ee00_bc4f }
  }

  static var b: Field {
    Field([
      0x3bce_3c3e_27d2_604b, 0x651d_06b0_cc53_b0f6, 0xb3eb_bd55_7698_86bc,
      0x5ac6_35d8_aa3a_93e7,
    ])
  }

  static let generator = AffinePoint<P256>(
    uncheckedX: Field([
      0xf4a1_3945_d898_c296, 0x7703_7d81_2deb_33a0, 0xf8bc_e6e5_63a4_40f2,
      0x6b17_d1f2_e12c_4247,
    ]),
    y: Field([
      0xcbb6_4068_37bf_51f5, 0x2bce_3357_6b31_5ece, 0x8ee7_eb4a_7c0f_9e16,
      0x4fe3_42e2_fe1a_7f9b,
    ]))

  static let baseTable = BaseTable<P256>()

  static let oddMultiples = JacobianPoint<P256>.oddMultiplesOfGenerator()
}

/// Key agreement and keys over the curve P-256. SP 800-56A section 5.7.1.2, and SEC 1 section
/// 3.3.1.
extension P256 {
  /// The number of bytes of a private key, and of a shared secret.
  public static let byteCount = 32

  /// A public P-256 key, which is a point of the curve other than the point at infinity.
  public struct PublicKey: Sendable, Hashable {
    let point: AffinePoint<P256>

    /// Reads a public key from a point of 65 bytes, or a compressed point of 33 bytes.
    /// SEC 1 section 2.3.4.
    public init(x963 bytes: Span<UInt8>) throws(CryptoError) {
      point = try AffinePoint(x963: bytes)
    }

    /// Reads a public key from the two coordinates of its point, with 32 bytes each.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      point = try AffinePoint(coordinates: bytes)
    }

    fileprivate init(_ point: AffinePoint<P256>) { self.point = point }

    /// The two coordinates of the public key's point, with 32 bytes each.
    public var rawRepresentation: [UInt8] { point.coordinates }

    /// The 65 bytes of the public key's uncompressed point.
    public var x963: [UInt8] { point.x963 }

    /// The 33 bytes of the public key's compressed point.
    public var compressedX963: [UInt8] { point.compressedX963 }
  }

  /// A private P-256 key, which is wiped when its only owner releases the key.
  public struct PrivateKey: ~Copyable, Sendable {
    let scalar: SecretScalar<P256>
    /// The public key that belongs to the private key.
    public let publicKey: PublicKey

    /// Creates a private key from a scalar of 32 bytes, from 1 to the order less 1, in big-endian
    /// order.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      self.init(try SecretScalar(SecretBytes(copying: bytes)))
    }

    private init(_ scalar: consuming SecretScalar<P256>) {
      publicKey = PublicKey(scalar.multipleOfGenerator())
      self.scalar = scalar
    }

    /// Returns a new random private key.
    public static func generate(
      using random: some RandomSource
    ) throws(CryptoError) -> PrivateKey {
      PrivateKey(try SecretScalar(using: random))
    }

    /// The 32 bytes of the private key's scalar.
    public var rawRepresentation: SecretBytes { scalar.copyOfBytes() }

    /// Returns the shared secret of the private key and a peer's public key: an x coordinate of 32
    /// bytes.
    public func sharedSecret(with peer: PublicKey) throws(CryptoError) -> SecretBytes {
      try scalar.sharedSecret(with: peer.point)
    }
  }
}
