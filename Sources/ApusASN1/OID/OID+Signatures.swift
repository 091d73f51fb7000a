/// The object identifiers of signature algorithms and of the hash functions in signatures.
///
/// RFC 3279 section 2.2, RFC 4055 section 2, RFC 5758 section 3, RFC 8017 appendix A.2, RFC 8410
/// section 3.
extension OID {
  /// The object identifier of the signature algorithm `md2WithRSAEncryption`, which is
  /// 1.2.840.113549.1.1.2.
  public static var md2WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_02) }
  /// The object identifier of the signature algorithm `md5WithRSAEncryption`, which is
  /// 1.2.840.113549.1.1.4.
  public static var md5WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_04) }
  /// The object identifier of the signature algorithm `sha1WithRSAEncryption`, which is
  /// 1.2.840.113549.1.1.5.
  public static var sha1WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_05) }
  /// The object identifier of the signature algorithm `sha224WithRSAEncryption`, which is
  /// 1.2.840.113549.1.1.14.
  public static var sha224WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0e) }
  /// The object identifier of the signature algorithm `sha256WithRSAEncryption`, which is
  /// 1.2.840.113549.1.1.11.
  public static var sha256WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0b) }
  /// The object identifier of the signature algorithm `sha384WithRSAEncryption`, which is
  /// 1.2.840.113549.1.1.12.
  public static var sha384WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0c) }
  /// The object identifier of the signature algorithm `sha512WithRSAEncryption`, which is
  /// 1.2.840.113549.1.1.13.
  public static var sha512WithRSAEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0d) }
  /// The object identifier of the signature algorithm `id-RSASSA-PSS`, which is
  /// 1.2.840.113549.1.1.10.
  public static var rsassaPSS: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_0a) }
  /// The object identifier of the mask generation function `id-mgf1`, which is
  /// 1.2.840.113549.1.1.8.
  public static var mgf1: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_08) }
  /// The object identifier of the signature algorithm `ecdsa-with-SHA1`, which is
  /// 1.2.840.10045.4.1.
  public static var ecdsaWithSHA1: OID { OID(known: 0x2a_86_48_ce_3d_04_01) }
  /// The object identifier of the signature algorithm `ecdsa-with-SHA224`, which is
  /// 1.2.840.10045.4.3.1.
  public static var ecdsaWithSHA224: OID { OID(known: 0x2a_86_48_ce_3d_04_03_01) }
  /// The object identifier of the signature algorithm `ecdsa-with-SHA256`, which is
  /// 1.2.840.10045.4.3.2.
  public static var ecdsaWithSHA256: OID { OID(known: 0x2a_86_48_ce_3d_04_03_02) }
  /// The object identifier of the signature algorithm `ecdsa-with-SHA384`, which is
  /// 1.2.840.10045.4.3.3.
  public static var ecdsaWithSHA384: OID { OID(known: 0x2a_86_48_ce_3d_04_03_03) }
  /// The object identifier of the signature algorithm `ecdsa-with-SHA512`, which is
  /// 1.2.840.10045.4.3.4.
  public static var ecdsaWithSHA512: OID { OID(known: 0x2a_86_48_ce_3d_04_03_04) }
  /// The object identifier of the signature algorithm `id-dsa-with-sha1`, which is
  /// 1.2.840.10040.4.3.
  public static var dsaWithSHA1: OID { OID(known: 0x2a_86_48_ce_38_04_03) }
  /// The object identifier of the signature algorithm `id-dsa-with-sha256`, which is
  /// 2.16.840.1.101.3.4.3.2.
  public static var dsaWithSHA256: OID { OID(known: 0x60_86_48_01_65_03_04_03_02) }
  /// The object identifier of the hash function `id-md5`, which is 1.2.840.113549.2.5.
  public static var md5: OID { OID(known: 0x2a_86_48_86_f7_0d_02_05) }
  /// The object identifier of the hash function `id-sha1`, which is 1.3.14.3.2.26.
  public static var sha1: OID { OID(known: 0x2b_0e_03_02_1a) }
  /// The object identifier of the hash function `id-sha224`, which is 2.16.840.1.101.3.4.2.4.
  public static var sha224: OID { OID(known: 0x60_86_48_01_65_03_04_02_04) }
  /// The object identifier of the hash function `id-sha256`, which is 2.16.840.1.101.3.4.2.1.
  public static var sha256: OID { OID(known: 0x60_86_48_01_65_03_04_02_01) }
  /// The object identifier of the hash function `id-sha384`, which is 2.16.840.1.101.3.4.2.2.
  public static var sha384: OID { OID(known: 0x60_86_48_01_65_03_04_02_02) }
  /// The object identifier of the hash function `id-sha512`, which is 2.16.840.1.101.3.4.2.3.
  public static var sha512: OID { OID(known: 0x60_86_48_01_65_03_04_02_03) }
}
