public import ApusBytes

/// The elliptic curve P-384, which is also called secp384r1.
///
/// SP 800-186 section 3.2.1.4.
public enum P384 {}

extension P384: NISTCurve {
  /// The prime of the field of P-384, 2³⁸⁴ − 2¹²⁸ − 2⁹⁶ + 2³² − 1.
  enum FieldPrime: MontgomeryModulus {
    typealias Limbs = InlineArray<6, UInt64>

    static var bitCount: Int { 384 }

    static var prime: Limbs {
      [
        0x0000_0000_ffff_ffff, 0xffff_ffff_0000_0000, 0xffff_ffff_ffff_fffe,
        0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff,
      ]
    }

    static var radixSquared: Limbs {
      [
        0xffff_fffe_0000_0001, 0x0000_0002_0000_0000, 0xffff_fffe_0000_0000,
        0x0000_0002_0000_0000, 0x0000_0000_0000_0001, 0x0000_0000_0000_0000,
      ]
    }

    static var negatedInverse: UInt64 { 0x0000_0001_0000_0001 }
  }

  /// The order of the group of P-384.
  enum Order: MontgomeryModulus {
    typealias Limbs = InlineArray<6, UInt64>

    static var bitCount: Int { 384 }

    static var prime: Limbs {
      [
        0xecec_196a_ccc5_2973, 0x581a_0db2_48b0_a77a, 0xc763_4d81_f437_2ddf,
        0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff,
      ]
    }

    static var radixSquared: Limbs {
      [
        0x2d31_9b24_19b4_09a9, 0xff3d_81e5_df1a_a419, 0xbc3e_483a_fcb8_2947,
        0xd40d_4917_4aab_1cc5, 0x3fb0_5b7a_2826_6895, 0x0c84_ee01_2b39_bf21,
      ]
    }

    static var negatedInverse: UInt64 { 0x6ed4_6089_e88f_dc45 }
  }

  static var b: Field {
    Field([
      0x2a85_c8ed_d3ec_2aef, 0xc656_398d_8a2e_d19d, 0x0314_088f_5013_875a,
      0x181d_9c6e_fe81_4112, 0x988e_056b_e3f8_2d19, 0xb331_2fa7_e23e_e7e4,
    ])
  }

  static let generator = AffinePoint<P384>(
    uncheckedX: Field([
      0x3a54_5e38_7276_0ab7, 0x5502_f25d_bf55_296c, 0x59f7_41e0_8254_2a38,
      0x6e1d_3b62_8ba7_9b98, 0x8eb1_c71e_f320_ad74, 0xaa87_ca22_be8b_0537,
    ]),
    y: Field([
      0x7a43_1d7c_90ea_0e5f, 0x0a60_b1ce_1d7e_819d, 0xe9da_3113_b5f0_b8c0,
      0xf8f4_1dbd_289a_147c, 0x5d9e_98bf_9292_dc29, 0x3617_de4a_9626_2c6f,
    ]))

  static let baseTable = BaseTable<P384>()

  static let oddMultiples = JacobianPoint<P384>.oddMultiplesOfGenerator()
}

/// Key agreement and keys over the curve P-384. SP 800-56A section 5.7.1.2, and SEC 1 section
/// 3.3.1.
extension P384 {
  /// The number of bytes of a private key, and of a shared secret.
  public static let byteCount = 48

  /// A public P-384 key, which is a point of the curve other than the point at infinity.
  public struct PublicKey: Sendable, Hashable {
    let point: AffinePoint<P384>

    /// Reads a public key from a point of 97 bytes, or a compressed point of 49 bytes.
    /// SEC 1 section 2.3.4.
    public init(x963 bytes: Span<UInt8>) throws(CryptoError) {
      point = try AffinePoint(x963: bytes)
    }

    /// Reads a public key from the two coordinates of its point, with 48 bytes each.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      point = try AffinePoint(coordinates: bytes)
    }

    fileprivate init(_ point: AffinePoint<P384>) { self.point = point }

    /// The two coordinates of the public key's point, with 48 bytes each.
    public var rawRepresentation: [UInt8] { point.coordinates }

    /// The 97 bytes of the public key's uncompressed point.
    public var x963: [UInt8] { point.x963 }

    /// The 49 bytes of the public key's compressed point.
    public var compressedX963: [UInt8] { point.compressedX963 }
  }

  /// A private P-384 key, which is wiped when its only owner releases the key.
  public struct PrivateKey: ~Copyable, Sendable {
    let scalar: SecretScalar<P384>
    /// The public key that belongs to the private key.
    public let publicKey: PublicKey

    /// Creates a private key from a scalar of 48 bytes, from 1 to the order less 1, in big-endian
    /// order.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      self.init(try SecretScalar(SecretBytes(copying: bytes)))
    }

    private init(_ scalar: consuming SecretScalar<P384>) {
      publicKey = PublicKey(scalar.multipleOfGenerator())
      self.scalar = scalar
    }

    /// Returns a new random private key.
    public static func generate(
      using random: some RandomSource
    ) throws(CryptoError) -> PrivateKey {
      PrivateKey(try SecretScalar(using: random))
    }

    /// The 48 bytes of the private key's scalar.
    public var rawRepresentation: SecretBytes { scalar.copyOfBytes() }

    /// Returns the shared secret of the private key and a peer's public key: an x coordinate of 48
    /// bytes.
    public func sharedSecret(with peer: PublicKey) throws(CryptoError) -> SecretBytes {
      try scalar.sharedSecret(with: peer.point)
    }
  }
}
