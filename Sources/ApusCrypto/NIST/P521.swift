public import ApusBytes

/// The elliptic curve P-521, which is also called secp521r1.
///
/// SP 800-186 section 3.2.1.5.
public enum P521 {}

extension P521: NISTCurve {
  typealias FieldPrime = P521Prime

  /// The order of the group of P-521.
  enum Order: MontgomeryModulus {
    typealias Limbs = InlineArray<9, UInt64>

    static var bitCount: Int { 521 }

    static var prime: Limbs {
      [
        0xbb6f_b71e_9138_6409, 0x3bb5_c9b8_899c_47ae, 0x7fcc_0148_f709_a5d0,
        0x5186_8783_bf2f_966b, 0xffff_ffff_ffff_fffa, 0xffff_ffff_ffff_ffff,
        0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff, 0x0000_0000_0000_01ff,
      ]
    }

    static var radixSquared: Limbs {
      [
        0x137c_d04d_cf15_dd04, 0xf707_badc_e554_7ea3, 0x12a7_8d38_7945_73ff,
        0xd372_1ef5_57f7_5e06, 0xdd6e_23d8_2e49_c7db, 0xcff3_d142_b775_6e3e,
        0x5bcc_6d61_a8e5_67bc, 0x2d8e_03d1_492d_0d45, 0x0000_0000_0000_003d,
      ]
    }

    static var negatedInverse: UInt64 { 0x1d2f_5ccd_79a9_95c7 }
  }

  static var b: Field {
    Field([
      0xef45_1fd4_6b50_3f00, 0x3573_df88_3d2c_34f1, 0x1652_c0bd_3bb1_bf07,
      0x5619_3951_ec7e_937b, 0xb8b4_8991_8ef1_09e1, 0xa2da_725b_99b3_15f3,
      0x929a_21a0_b685_40ee, 0x953e_b961_8e1c_9a1f, 0x0000_0000_0000_0051,
    ])
  }

  static let generator = AffinePoint<P521>(
    uncheckedX: Field([
      0xf97e_7e31_c2e5_bd66, 0x3348_b3c1_856a_429b, 0xfe1d_c127_a2ff_a8de,
      0xa14b_5e77_efe7_5928, 0xf828_af60_6b4d_3dba, 0x9c64_8139_053f_b521,
      0x9e3e_cb66_2395_b442, 0x858e_06b7_0404_e9cd, 0x0000_0000_0000_00c6,
    ]),
    y: Field([
      0x88be_9476_9fd1_6650, 0x353c_7086_a272_c240, 0xc550_b901_3fad_0761,
      0x97ee_7299_5ef4_2640, 0x17af_bd17_273e_662c, 0x98f5_4449_579b_4468,
      0x5c8a_5fb4_2c7d_1bd9, 0x3929_6a78_9a3b_c004, 0x0000_0000_0000_0118,
    ]))

  static let baseTable = BaseTable<P521>()

  static let oddMultiples = JacobianPoint<P521>.oddMultiplesOfGenerator()
}

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
