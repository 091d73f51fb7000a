/// What files of PKCS #12 are made of.
///
/// RFC 7292 section 4, RFC 5652 sections 4 and 8, RFC 9579 section 5.
extension OID {
  /// `id-data`, 1.2.840.113549.1.7.1.
  public static var data: OID { OID(known: 0x2a_86_48_86_f7_0d_01_07_01) }
  /// `id-encryptedData`, 1.2.840.113549.1.7.6.
  public static var encryptedData: OID { OID(known: 0x2a_86_48_86_f7_0d_01_07_06) }
  /// `keyBag`, 1.2.840.113549.1.12.10.1.1.
  public static var keyBag: OID { OID(known: 0x2a_86_48_86_f7_0d_01_0c_0a_01_01) }
  /// `pkcs8ShroudedKeyBag`, 1.2.840.113549.1.12.10.1.2.
  public static var pkcs8ShroudedKeyBag: OID { OID(known: 0x2a_86_48_86_f7_0d_01_0c_0a_01_02) }
  /// `certBag`, 1.2.840.113549.1.12.10.1.3.
  public static var certBag: OID { OID(known: 0x2a_86_48_86_f7_0d_01_0c_0a_01_03) }
  /// `x509Certificate`, 1.2.840.113549.1.9.22.1.
  public static var x509Certificate: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_16_01) }
  /// `pbeWithSHAAnd3-KeyTripleDES-CBC`, 1.2.840.113549.1.12.1.3.
  public static var pbeWithSHAAnd3KeyTripleDESCBC: OID {
    OID(known: 0x2a_86_48_86_f7_0d_01_0c_01_03)
  }
  /// `id-PBMAC1`, 1.2.840.113549.1.5.14.
  public static var pbmac1: OID { OID(known: 0x2a_86_48_86_f7_0d_01_05_0e) }
}
