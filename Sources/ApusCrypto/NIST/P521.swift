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
