/// Signature algorithms and the hashes in them.
///
/// RFC 3279 section 2.2, RFC 4055 section 2, RFC 5758 section 3, RFC 8017 appendix A.2, RFC
/// 8410 section 3.
extension OID {
  /// `md2WithRSAEncryption`, 1.2.840.113549.1.1.2.
  public static var md2WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_02) }
  /// `md5WithRSAEncryption`, 1.2.840.113549.1.1.4.
  public static var md5WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_04) }
  /// `sha1WithRSAEncryption`, 1.2.840.113549.1.1.5.
  public static var sha1WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_05) }
  /// `sha224WithRSAEncryption`, 1.2.840.113549.1.1.14.
  public static var sha224WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0e) }
  /// `sha256WithRSAEncryption`, 1.2.840.113549.1.1.11.
  public static var sha256WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0b) }
  /// `sha384WithRSAEncryption`, 1.2.840.113549.1.1.12.
  public static var sha384WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0c) }
  /// `sha512WithRSAEncryption`, 1.2.840.113549.1.1.13.
  public static var sha512WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0d) }
  /// `id-RSASSA-PSS`, 1.2.840.113549.1.1.10.
  public static var rsassaPSS: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0a) }
  /// `id-mgf1`, 1.2.840.113549.1.1.8.
  public static var mgf1: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_08) }
  /// `ecdsa-with-SHA1`, 1.2.840.10045.4.1.
  public static var ecdsaWithSHA1: OID { OID(known: 0x2a_86_48_ce_3d_04_01) }
  /// `ecdsa-with-SHA224`, 1.2.840.10045.4.3.1.
  public static var ecdsaWithSHA224: OID { OID(known: 0x2a_86_48_ce_3d_04_03_01) }
  /// `ecdsa-with-SHA256`, 1.2.840.10045.4.3.2.
  public static var ecdsaWithSHA256: OID { OID(known: 0x2a_86_48_ce_3d_04_03_02) }
  /// `ecdsa-with-SHA384`, 1.2.840.10045.4.3.3.
  public static var ecdsaWithSHA384: OID { OID(known: 0x2a_86_48_ce_3d_04_03_03) }
  /// `ecdsa-with-SHA512`, 1.2.840.10045.4.3.4.
  public static var ecdsaWithSHA512: OID { OID(known: 0x2a_86_48_ce_3d_04_03_04) }
  /// `id-dsa-with-sha1`, 1.2.840.10040.4.3.
  public static var dsaWithSHA1: OID { OID(known: 0x2a_86_48_ce_38_04_03) }
  /// `id-dsa-with-sha256`, 2.16.840.1.101.3.4.3.2.
  public static var dsaWithSHA256: OID { OID(known: 0x60_86_48_01_65_03_04_03_02) }
  /// `id-md5`, 1.2.840.113549.2.5.
  public static var md5: OID { OID(known: 0x2a_86_48_86_f7_0d_02_05) }
  /// `id-sha1`, 1.3.14.3.2.26.
  public static var sha1: OID { OID(known: 0x2b_0e_03_02_1a) }
  /// `id-sha224`, 2.16.840.1.101.3.4.2.4.
  public static var sha224: OID { OID(known: 0x60_86_48_01_65_03_04_02_04) }
  /// `id-sha256`, 2.16.840.1.101.3.4.2.1.
  public static var sha256: OID { OID(known: 0x60_86_48_01_65_03_04_02_01) }
  /// `id-sha384`, 2.16.840.1.101.3.4.2.2.
  public static var sha384: OID { OID(known: 0x60_86_48_01_65_03_04_02_02) }
  /// `id-sha512`, 2.16.840.1.101.3.4.2.3.
  public static var sha512: OID { OID(known: 0x60_86_48_01_65_03_04_02_03) }
}
