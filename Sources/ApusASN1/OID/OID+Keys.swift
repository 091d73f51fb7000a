/// The object identifiers of public keys, elliptic curves, and the encryption of private keys.
///
/// RFC 3279 section 2.3, RFC 5480 section 2, RFC 8410 section 3, RFC 8018 appendix A, RFC 9935
/// section 3.
extension OID {
  /// The object identifier of the key algorithm `rsaEncryption`, which is 1.2.840.113549.1.1.1.
  public static var rsaEncryption: OID { OID(known: 0x2a_86_48_86_f7_0d_01_01_01) }
  /// The object identifier of the key algorithm `id-ecPublicKey`, which is 1.2.840.10045.2.1.
  public static var ecPublicKey: OID { OID(known: 0x2a_86_48_ce_3d_02_01) }
  /// The object identifier of the key algorithm `id-dsa`, which is 1.2.840.10040.4.1.
  public static var dsa: OID { OID(known: 0x2a_86_48_ce_38_04_01) }
  /// The object identifier of the key algorithm `id-X25519`, which is 1.3.101.110.
  public static var x25519: OID { OID(known: 0x2b_65_6e) }
  /// The object identifier of the key algorithm `id-X448`, which is 1.3.101.111.
  public static var x448: OID { OID(known: 0x2b_65_6f) }
  /// The object identifier of the key algorithm `id-Ed25519`, which is 1.3.101.112.
  public static var ed25519: OID { OID(known: 0x2b_65_70) }
  /// The object identifier of the key algorithm `id-Ed448`, which is 1.3.101.113.
  public static var ed448: OID { OID(known: 0x2b_65_71) }
  /// The object identifier of the elliptic curve `secp256r1`, which is 1.2.840.10045.3.1.7.
  public static var secp256r1: OID { OID(known: 0x2a_86_48_ce_3d_03_01_07) }
  /// The object identifier of the elliptic curve `secp384r1`, which is 1.3.132.0.34.
  public static var secp384r1: OID { OID(known: 0x2b_81_04_00_22) }
  /// The object identifier of the elliptic curve `secp521r1`, which is 1.3.132.0.35.
  public static var secp521r1: OID { OID(known: 0x2b_81_04_00_23) }
  /// The object identifier of the elliptic curve `secp256k1`, which is 1.3.132.0.10.
  public static var secp256k1: OID { OID(known: 0x2b_81_04_00_0a) }
  /// The object identifier of the algorithm `id-alg-ml-kem-768`, which is 2.16.840.1.101.3.4.4.2.
  public static var mlKEM768: OID { OID(known: 0x60_86_48_01_65_03_04_04_02) }
  /// The object identifier of the algorithm `id-PBES2`, which is 1.2.840.113549.1.5.13.
  public static var pbes2: OID { OID(known: 0x2a_86_48_86_f7_0d_01_05_0d) }
  /// The object identifier of the algorithm `id-PBKDF2`, which is 1.2.840.113549.1.5.12.
  public static var pbkdf2: OID { OID(known: 0x2a_86_48_86_f7_0d_01_05_0c) }
  /// The object identifier of the algorithm `id-hmacWithSHA1`, which is 1.2.840.113549.2.7.
  public static var hmacWithSHA1: OID { OID(known: 0x2a_86_48_86_f7_0d_02_07) }
  /// The object identifier of the algorithm `id-hmacWithSHA256`, which is 1.2.840.113549.2.9.
  public static var hmacWithSHA256: OID { OID(known: 0x2a_86_48_86_f7_0d_02_09) }
  /// The object identifier of the algorithm `id-hmacWithSHA384`, which is 1.2.840.113549.2.10.
  public static var hmacWithSHA384: OID { OID(known: 0x2a_86_48_86_f7_0d_02_0a) }
  /// The object identifier of the algorithm `id-hmacWithSHA512`, which is 1.2.840.113549.2.11.
  public static var hmacWithSHA512: OID { OID(known: 0x2a_86_48_86_f7_0d_02_0b) }
  /// The object identifier of the algorithm `aes128-CBC-PAD`, which is 2.16.840.1.101.3.4.1.2.
  public static var aes128CBC: OID { OID(known: 0x60_86_48_01_65_03_04_01_02) }
  /// The object identifier of the algorithm `aes192-CBC-PAD`, which is 2.16.840.1.101.3.4.1.22.
  public static var aes192CBC: OID { OID(known: 0x60_86_48_01_65_03_04_01_16) }
  /// The object identifier of the algorithm `aes256-CBC-PAD`, which is 2.16.840.1.101.3.4.1.42.
  public static var aes256CBC: OID { OID(known: 0x60_86_48_01_65_03_04_01_2a) }
}

/// The object identifiers of the content types and bags in PKCS #12 files.
///
/// RFC 7292 section 4, RFC 5652 sections 4 and 8, RFC 9579 section 5.
extension OID {
  /// The object identifier of the content type `id-data`, which is 1.2.840.113549.1.7.1.
  public static var data: OID { OID(known: 0x2a_86_48_86_f7_0d_01_07_01) }
  /// The object identifier of the content type `id-signedData`, which is 1.2.840.113549.1.7.2.
  public static var signedData: OID { OID(known: 0x2a_86_48_86_f7_0d_01_07_02) }
  /// The object identifier of the content type `id-encryptedData`, which is 1.2.840.113549.1.7.6.
  public static var encryptedData: OID { OID(known: 0x2a_86_48_86_f7_0d_01_07_06) }
  /// The object identifier of the bag type `keyBag`, which is 1.2.840.113549.1.12.10.1.1.
  public static var keyBag: OID { OID(known: 0x2a_86_48_86_f7_0d_01_0c_0a_01_01) }
  /// The object identifier of the bag type `pkcs8ShroudedKeyBag`, which is
  /// 1.2.840.113549.1.12.10.1.2.
  public static var pkcs8ShroudedKeyBag: OID { OID(known: 0x2a_86_48_86_f7_0d_01_0c_0a_01_02) }
  /// The object identifier of the bag type `certBag`, which is 1.2.840.113549.1.12.10.1.3.
  public static var certBag: OID { OID(known: 0x2a_86_48_86_f7_0d_01_0c_0a_01_03) }
  /// The object identifier of the certificate type `x509Certificate`, which is
  /// 1.2.840.113549.1.9.22.1.
  public static var x509Certificate: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_16_01) }
  /// The object identifier of the bag attribute `localKeyId`, which is 1.2.840.113549.1.9.21.
  public static var localKeyID: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_15) }
  /// The object identifier of Java's bag attribute `trustedKeyUsage`, which is
  /// 2.16.840.1.113894.746875.1.1.
  public static var trustedKeyUsage: OID {
    OID(known: 0x60_86_48_01_86_f9_66_ad_ca_7b_01_01)
  }
  /// The object identifier of the algorithm `pbeWithSHAAnd3-KeyTripleDES-CBC`, which is
  /// 1.2.840.113549.1.12.1.3.
  public static var pbeWithSHAAnd3KeyTripleDESCBC: OID {
    OID(known: 0x2a_86_48_86_f7_0d_01_0c_01_03)
  }
  /// The object identifier of the algorithm `pbeWithSHAAnd2-KeyTripleDES-CBC`, which is
  /// 1.2.840.113549.1.12.1.4.
  public static var pbeWithSHAAnd2KeyTripleDESCBC: OID {
    OID(known: 0x2a_86_48_86_f7_0d_01_0c_01_04)
  }
  /// The object identifier of the algorithm `pbeWithSHAAnd128BitRC2-CBC`, which is
  /// 1.2.840.113549.1.12.1.5.
  public static var pbeWithSHAAnd128BitRC2CBC: OID {
    OID(known: 0x2a_86_48_86_f7_0d_01_0c_01_05)
  }
  /// The object identifier of the algorithm `pbeWithSHAAnd40BitRC2-CBC`, which is
  /// 1.2.840.113549.1.12.1.6.
  public static var pbeWithSHAAnd40BitRC2CBC: OID {
    OID(known: 0x2a_86_48_86_f7_0d_01_0c_01_06)
  }
  /// The object identifier of the algorithm `des-ede3-cbc`, which is 1.2.840.113549.3.7.
  public static var tripleDESCBC: OID { OID(known: 0x2a_86_48_86_f7_0d_03_07) }
  /// The object identifier of the key encryption in Java's JKS key stores, which is
  /// 1.3.6.1.4.1.42.2.17.1.1.
  public static var javaKeyProtector: OID {
    OID(known: 0x2b_06_01_04_01_2a_02_11_01_01)
  }
  /// The object identifier of `pbeWithMD5AndTripleDES` in Java's JCEKS key stores, which is
  /// 1.3.6.1.4.1.42.2.19.1.
  public static var pbeWithMD5AndTripleDES: OID {
    OID(known: 0x2b_06_01_04_01_2a_02_13_01)
  }
  /// The object identifier of the algorithm `id-PBMAC1`, which is 1.2.840.113549.1.5.14.
  public static var pbmac1: OID { OID(known: 0x2a_86_48_86_f7_0d_01_05_0e) }
}
