/// The object identifiers of attribute types in distinguished names and in certification requests.
///
/// RFC 5280 appendix A.1, RFC 4519 section 2, RFC 2985 section 5.
extension OID {
  /// The object identifier of the attribute type `id-at-commonName`, which is 2.5.4.3.
  public static var commonName: OID { OID(known: 0x55_04_03) }
  /// The object identifier of the attribute type `id-at-surname`, which is 2.5.4.4.
  public static var surname: OID { OID(known: 0x55_04_04) }
  /// The object identifier of the attribute type `id-at-serialNumber`, which is 2.5.4.5.
  public static var serialNumber: OID { OID(known: 0x55_04_05) }
  /// The object identifier of the attribute type `id-at-countryName`, which is 2.5.4.6.
  public static var countryName: OID { OID(known: 0x55_04_06) }
  /// The object identifier of the attribute type `id-at-localityName`, which is 2.5.4.7.
  public static var localityName: OID { OID(known: 0x55_04_07) }
  /// The object identifier of the attribute type `id-at-stateOrProvinceName`, which is 2.5.4.8.
  public static var stateOrProvinceName: OID { OID(known: 0x55_04_08) }
  /// The object identifier of the attribute type `id-at-streetAddress`, which is 2.5.4.9.
  public static var streetAddress: OID { OID(known: 0x55_04_09) }
  /// The object identifier of the attribute type `id-at-organizationName`, which is 2.5.4.10.
  public static var organizationName: OID { OID(known: 0x55_04_0a) }
  /// The object identifier of the attribute type `id-at-organizationalUnitName`, which is 2.5.4.11.
  public static var organizationalUnitName: OID { OID(known: 0x55_04_0b) }
  /// The object identifier of the attribute type `id-at-title`, which is 2.5.4.12.
  public static var title: OID { OID(known: 0x55_04_0c) }
  /// The object identifier of the attribute type `id-at-businessCategory`, which is 2.5.4.15.
  public static var businessCategory: OID { OID(known: 0x55_04_0f) }
  /// The object identifier of the attribute type `id-at-postalCode`, which is 2.5.4.17.
  public static var postalCode: OID { OID(known: 0x55_04_11) }
  /// The object identifier of the attribute type `id-at-name`, which is 2.5.4.41.
  public static var nameAttribute: OID { OID(known: 0x55_04_29) }
  /// The object identifier of the attribute type `id-at-givenName`, which is 2.5.4.42.
  public static var givenName: OID { OID(known: 0x55_04_2a) }
  /// The object identifier of the attribute type `id-at-initials`, which is 2.5.4.43.
  public static var initials: OID { OID(known: 0x55_04_2b) }
  /// The object identifier of the attribute type `id-at-generationQualifier`, which is 2.5.4.44.
  public static var generationQualifier: OID { OID(known: 0x55_04_2c) }
  /// The object identifier of the attribute type `id-at-dnQualifier`, which is 2.5.4.46.
  public static var distinguishedNameQualifier: OID { OID(known: 0x55_04_2e) }
  /// The object identifier of the attribute type `id-at-pseudonym`, which is 2.5.4.65.
  public static var pseudonym: OID { OID(known: 0x55_04_41) }
  /// The object identifier of the attribute type `id-at-organizationIdentifier`, which is 2.5.4.97.
  public static var organizationIdentifier: OID { OID(known: 0x55_04_61) }
  /// The object identifier of the attribute type `id-emailAddress`, which is 1.2.840.113549.1.9.1.
  public static var emailAddress: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_01) }
  /// The object identifier of the attribute type `pkcs-9-at-challengePassword`, which is
  /// 1.2.840.113549.1.9.7.
  public static var challengePassword: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_07) }
  /// The object identifier of the attribute type `pkcs-9-at-extensionRequest`, which is
  /// 1.2.840.113549.1.9.14.
  public static var extensionRequest: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_0e) }
  /// The object identifier of the attribute type `uid`, which is 0.9.2342.19200300.100.1.1.
  public static var userID: OID { OID(known: 0x09_92_26_89_93_f2_2c_64_01_01) }
  /// The object identifier of the attribute type `id-domainComponent`, which is
  /// 0.9.2342.19200300.100.1.25.
  public static var domainComponent: OID { OID(known: 0x09_92_26_89_93_f2_2c_64_01_19) }
  /// The object identifier of the attribute type `jurisdictionOfIncorporationLocalityName`, which
  /// is 1.3.6.1.4.1.311.60.2.1.1.
  public static var jurisdictionLocality: OID { OID(known: 0x2b_06_01_04_01_82_37_3c_02_01_01) }
  /// The object identifier of the attribute type `jurisdictionOfIncorporationStateOrProvinceName`,
  /// which is 1.3.6.1.4.1.311.60.2.1.2.
  public static var jurisdictionState: OID { OID(known: 0x2b_06_01_04_01_82_37_3c_02_01_02) }
  /// The object identifier of the attribute type `jurisdictionOfIncorporationCountryName`, which is
  /// 1.3.6.1.4.1.311.60.2.1.3.
  public static var jurisdictionCountry: OID { OID(known: 0x2b_06_01_04_01_82_37_3c_02_01_03) }
}
