/// Public keys, curves, and the encryption of private keys.
///
/// RFC 3279 section 2.3, RFC 5480 section 2, RFC 8410 section 3, RFC 8018 appendix A, RFC
/// 9935 section 3.
extension OID {
  /// `rsaEncryption`, 1.2.840.113549.1.1.1.
  public static var rsaEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_01) }
  /// `id-ecPublicKey`, 1.2.840.10045.2.1.
  public static var ecPublicKey: OID { OID(known: 0x2a_86_48_ce_3d_02_01) }
  /// `id-dsa`, 1.2.840.10040.4.1.
  public static var dsa: OID { OID(known: 0x2a_86_48_ce_38_04_01) }
  /// `id-X25519`, 1.3.101.110.
  public static var x25519: OID { OID(known: 0x2b_65_6e) }
  /// `id-X448`, 1.3.101.111.
  public static var x448: OID { OID(known: 0x2b_65_6f) }
  /// `id-Ed25519`, 1.3.101.112.
  public static var ed25519: OID { OID(known: 0x2b_65_70) }
  /// `id-Ed448`, 1.3.101.113.
  public static var ed448: OID { OID(known: 0x2b_65_71) }
  /// `secp256r1`, 1.2.840.10045.3.1.7.
  public static var secp256r1: OID { OID(known: 0x2a_86_48_ce_3d_03_01_07) }
  /// `secp384r1`, 1.3.132.0.34.
  public static var secp384r1: OID { OID(known: 0x2b_81_04_00_22) }
  /// `secp521r1`, 1.3.132.0.35.
  public static var secp521r1: OID { OID(known: 0x2b_81_04_00_23) }
  /// `secp256k1`, 1.3.132.0.10.
  public static var secp256k1: OID { OID(known: 0x2b_81_04_00_0a) }
  /// `id-alg-ml-kem-768`, 2.16.840.1.101.3.4.4.2.
  public static var mlKEM768: OID { OID(known: 0x60_86_48_01_65_03_04_04_02) }
  /// `id-PBES2`, 1.2.840.113549.1.5.13.
  public static var pbes2: OID { OID(known: 0x2a_86_48_86_f7_0d_01_05_0d) }
  /// `id-PBKDF2`, 1.2.840.113549.1.5.12.
  public static var pbkdf2: OID { OID(known: 0x2a_86_48_86_f7_0d_01_05_0c) }
  /// `id-hmacWithSHA1`, 1.2.840.113549.2.7.
  public static var hmacWithSHA1: OID { OID(known: 0x2a_86_48_86_f7_0d_02_07) }
  /// `id-hmacWithSHA256`, 1.2.840.113549.2.9.
  public static var hmacWithSHA256: OID { OID(known: 0x2a_86_48_86_f7_0d_02_09) }
  /// `id-hmacWithSHA384`, 1.2.840.113549.2.10.
  public static var hmacWithSHA384: OID { OID(known: 0x2a_86_48_86_f7_0d_02_0a) }
  /// `id-hmacWithSHA512`, 1.2.840.113549.2.11.
  public static var hmacWithSHA512: OID { OID(known: 0x2a_86_48_86_f7_0d_02_0b) }
  /// `aes128-CBC-PAD`, 2.16.840.1.101.3.4.1.2.
  public static var aes128CBC: OID { OID(known: 0x60_86_48_01_65_03_04_01_02) }
  /// `aes192-CBC-PAD`, 2.16.840.1.101.3.4.1.22.
  public static var aes192CBC: OID { OID(known: 0x60_86_48_01_65_03_04_01_16) }
  /// `aes256-CBC-PAD`, 2.16.840.1.101.3.4.1.42.
  public static var aes256CBC: OID { OID(known: 0x60_86_48_01_65_03_04_01_2a) }
}

/// The parts of PKCS #12 files.
///
/// RFC 7292 section 4, RFC 5652 sections 4 and 8, RFC 9579 section 5.
extension OID {
  /// `id-data`, 1.2.840.113549.1.7.1.
  public static var data: OID { OID(known: 0x2a_86_48_86_f7_0d_01_07_01) }
  /// `id-signedData`, 1.2.840.113549.1.7.2.
  public static var signedData: OID { OID(known: 0x2a_86_48_86_f7_0d_01_07_02) }
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
  /// `localKeyId`, 1.2.840.113549.1.9.21.
  public static var localKeyID: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_15) }
  /// `trustedKeyUsage` of Java, 2.16.840.1.113894.746875.1.1.
  public static var trustedKeyUsage: OID {
    OID(known: 0x60_86_48_01_86_f9_66_ad_ca_7b_01_01)
  }
  /// `pbeWithSHAAnd3-KeyTripleDES-CBC`, 1.2.840.113549.1.12.1.3.
  public static var pbeWithSHAAnd3KeyTripleDESCBC: OID {
    OID(known: 0x2a_86_48_86_f7_0d_01_0c_01_03)
  }
  /// `pbeWithSHAAnd2-KeyTripleDES-CBC`, 1.2.840.113549.1.12.1.4.
  public static var pbeWithSHAAnd2KeyTripleDESCBC: OID {
    OID(known: 0x2a_86_48_86_f7_0d_01_0c_01_04)
  }
  /// `pbeWithSHAAnd128BitRC2-CBC`, 1.2.840.113549.1.12.1.5.
  public static var pbeWithSHAAnd128BitRC2CBC: OID {
    OID(known: 0x2a_86_48_86_f7_0d_01_0c_01_05)
  }
  /// `pbeWithSHAAnd40BitRC2-CBC`, 1.2.840.113549.1.12.1.6.
  public static var pbeWithSHAAnd40BitRC2CBC: OID {
    OID(known: 0x2a_86_48_86_f7_0d_01_0c_01_06)
  }
  /// `des-ede3-cbc`, 1.2.840.113549.3.7.
  public static var tripleDESCBC: OID { OID(known: 0x2a_86_48_86_f7_0d_03_07) }
  /// The encryption of keys in JKS of Java, 1.3.6.1.4.1.42.2.17.1.1.
  public static var javaKeyProtector: OID {
    OID(known: 0x2b_06_01_04_01_2a_02_11_01_01)
  }
  /// `pbeWithMD5AndTripleDES` of Java's JCEKS, 1.3.6.1.4.1.42.2.19.1.
  public static var pbeWithMD5AndTripleDES: OID {
    OID(known: 0x2b_06_01_04_01_2a_02_13_01)
  }
  /// `id-PBMAC1`, 1.2.840.113549.1.5.14.
  public static var pbmac1: OID { OID(known: 0x2a_86_48_86_f7_0d_01_05_0e) }
}
