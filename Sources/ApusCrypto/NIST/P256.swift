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
