/// The object identifiers of key purposes, policies and their qualifiers, access methods, and other
/// names.
///
/// RFC 5280 sections 4.2.1.4, 4.2.1.12 and 4.2.2.1, RFC 4556 section 3.1.3, RFC 9598 section 3.
extension OID {
  /// The object identifier of the key purpose `anyExtendedKeyUsage`, which is 2.5.29.37.0.
  public static var anyExtendedKeyUsage: OID { OID(known: 0x55_1d_25_00) }
  /// The object identifier of the key purpose `id-kp-serverAuth`, which is 1.3.6.1.5.5.7.3.1.
  public static var serverAuthentication: OID { OID(known: 0x2b_06_01_05_05_07_03_01) }
  /// The object identifier of the key purpose `id-kp-clientAuth`, which is 1.3.6.1.5.5.7.3.2.
  public static var clientAuthentication: OID { OID(known: 0x2b_06_01_05_05_07_03_02) }
  /// The object identifier of the key purpose `id-kp-codeSigning`, which is 1.3.6.1.5.5.7.3.3.
  public static var codeSigning: OID { OID(known: 0x2b_06_01_05_05_07_03_03) }
  /// The object identifier of the key purpose `id-kp-emailProtection`, which is 1.3.6.1.5.5.7.3.4.
  public static var emailProtection: OID { OID(known: 0x2b_06_01_05_05_07_03_04) }
  /// The object identifier of the key purpose `id-kp-timeStamping`, which is 1.3.6.1.5.5.7.3.8.
  public static var timeStamping: OID { OID(known: 0x2b_06_01_05_05_07_03_08) }
  /// The object identifier of the key purpose `id-kp-OCSPSigning`, which is 1.3.6.1.5.5.7.3.9.
  public static var ocspSigning: OID { OID(known: 0x2b_06_01_05_05_07_03_09) }
  /// The object identifier of the key purpose of precertificate signers, which is
  /// 1.3.6.1.4.1.11129.2.4.4.
  public static var precertificateSigning: OID { OID(known: 0x2b_06_01_04_01_d6_79_02_04_04) }
  /// The object identifier of the policy `anyPolicy`, which is 2.5.29.32.0.
  public static var anyPolicy: OID { OID(known: 0x55_1d_20_00) }
  /// The object identifier of the policy qualifier `id-qt-cps`, which is 1.3.6.1.5.5.7.2.1.
  public static var cpsQualifier: OID { OID(known: 0x2b_06_01_05_05_07_02_01) }
  /// The object identifier of the policy qualifier `id-qt-unotice`, which is 1.3.6.1.5.5.7.2.2.
  public static var userNoticeQualifier: OID { OID(known: 0x2b_06_01_05_05_07_02_02) }
  /// The object identifier of the policy for extended validation, which is 2.23.140.1.1.
  public static var extendedValidation: OID { OID(known: 0x67_81_0c_01_01) }
  /// The object identifier of the policy for validated domains, which is 2.23.140.1.2.1.
  public static var domainValidated: OID { OID(known: 0x67_81_0c_01_02_01) }
  /// The object identifier of the policy for validated organizations, which is 2.23.140.1.2.2.
  public static var organizationValidated: OID { OID(known: 0x67_81_0c_01_02_02) }
  /// The object identifier of the policy for validated persons, which is 2.23.140.1.2.3.
  public static var individualValidated: OID { OID(known: 0x67_81_0c_01_02_03) }
  /// The object identifier of the access method `id-ad-ocsp`, which is 1.3.6.1.5.5.7.48.1.
  public static var ocspAccess: OID { OID(known: 0x2b_06_01_05_05_07_30_01) }
  /// The object identifier of the access method `id-ad-caIssuers`, which is 1.3.6.1.5.5.7.48.2.
  public static var issuersAccess: OID { OID(known: 0x2b_06_01_05_05_07_30_02) }
  /// The object identifier of the access method `id-ad-timeStamping`, which is 1.3.6.1.5.5.7.48.3.
  public static var timeStampingAccess: OID { OID(known: 0x2b_06_01_05_05_07_30_03) }
  /// The object identifier of the access method `id-ad-caRepository`, which is 1.3.6.1.5.5.7.48.5.
  public static var repositoryAccess: OID { OID(known: 0x2b_06_01_05_05_07_30_05) }
  /// The object identifier of the name form for Active Directory accounts, which is
  /// 1.3.6.1.4.1.311.20.2.3.
  public static var userPrincipalName: OID { OID(known: 0x2b_06_01_04_01_82_37_14_02_03) }
  /// The object identifier of the name form `id-on-SmtpUTF8Mailbox`, which is 1.3.6.1.5.5.7.8.9.
  public static var smtpUTF8Mailbox: OID { OID(known: 0x2b_06_01_05_05_07_08_09) }
}
