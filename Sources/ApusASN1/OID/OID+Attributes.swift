/// The attribute types of distinguished names and of certification requests.
///
/// RFC 5280 appendix A.1, RFC 4519 section 2, RFC 2985 section 5.
extension OID {
  /// `id-at-commonName`, 2.5.4.3.
  public static var commonName: OID { OID(known: 0x55_04_03) }
  /// `id-at-surname`, 2.5.4.4.
  public static var surname: OID { OID(known: 0x55_04_04) }
  /// `id-at-serialNumber`, 2.5.4.5.
  public static var serialNumber: OID { OID(known: 0x55_04_05) }
  /// `id-at-countryName`, 2.5.4.6.
  public static var countryName: OID { OID(known: 0x55_04_06) }
  /// `id-at-localityName`, 2.5.4.7.
  public static var localityName: OID { OID(known: 0x55_04_07) }
  /// `id-at-stateOrProvinceName`, 2.5.4.8.
  public static var stateOrProvinceName: OID { OID(known: 0x55_04_08) }
  /// `id-at-streetAddress`, 2.5.4.9.
  public static var streetAddress: OID { OID(known: 0x55_04_09) }
  /// `id-at-organizationName`, 2.5.4.10.
  public static var organizationName: OID { OID(known: 0x55_04_0a) }
  /// `id-at-organizationalUnitName`, 2.5.4.11.
  public static var organizationalUnitName: OID { OID(known: 0x55_04_0b) }
  /// `id-at-title`, 2.5.4.12.
  public static var title: OID { OID(known: 0x55_04_0c) }
  /// `id-at-businessCategory`, 2.5.4.15.
  public static var businessCategory: OID { OID(known: 0x55_04_0f) }
  /// `id-at-postalCode`, 2.5.4.17.
  public static var postalCode: OID { OID(known: 0x55_04_11) }
  /// `id-at-name`, 2.5.4.41.
  public static var nameAttribute: OID { OID(known: 0x55_04_29) }
  /// `id-at-givenName`, 2.5.4.42.
  public static var givenName: OID { OID(known: 0x55_04_2a) }
  /// `id-at-initials`, 2.5.4.43.
  public static var initials: OID { OID(known: 0x55_04_2b) }
  /// `id-at-generationQualifier`, 2.5.4.44.
  public static var generationQualifier: OID { OID(known: 0x55_04_2c) }
  /// `id-at-dnQualifier`, 2.5.4.46.
  public static var distinguishedNameQualifier: OID { OID(known: 0x55_04_2e) }
  /// `id-at-pseudonym`, 2.5.4.65.
  public static var pseudonym: OID { OID(known: 0x55_04_41) }
  /// `id-at-organizationIdentifier`, 2.5.4.97.
  public static var organizationIdentifier: OID { OID(known: 0x55_04_61) }
  /// `id-emailAddress`, 1.2.840.113549.1.9.1.
  public static var emailAddress: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_01) }
  /// `pkcs-9-at-challengePassword`, 1.2.840.113549.1.9.7.
  public static var challengePassword: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_07) }
  /// `pkcs-9-at-extensionRequest`, 1.2.840.113549.1.9.14.
  public static var extensionRequest: OID { OID(known: 0x2a_86_48_86_f7_0d_01_09_0e) }
  /// `uid`, 0.9.2342.19200300.100.1.1.
  public static var userID: OID { OID(known: 0x09_92_26_89_93_f2_2c_64_01_01) }
  /// `id-domainComponent`, 0.9.2342.19200300.100.1.25.
  public static var domainComponent: OID { OID(known: 0x09_92_26_89_93_f2_2c_64_01_19) }
  /// `jurisdictionOfIncorporationLocalityName`, 1.3.6.1.4.1.311.60.2.1.1.
  public static var jurisdictionLocality: OID { OID(known: 0x2b_06_01_04_01_82_37_3c_02_01_01) }
  /// `jurisdictionOfIncorporationStateOrProvinceName`, 1.3.6.1.4.1.311.60.2.1.2.
  public static var jurisdictionState: OID { OID(known: 0x2b_06_01_04_01_82_37_3c_02_01_02) }
  /// `jurisdictionOfIncorporationCountryName`, 1.3.6.1.4.1.311.60.2.1.3.
  public static var jurisdictionCountry: OID { OID(known: 0x2b_06_01_04_01_82_37_3c_02_01_03) }
}
