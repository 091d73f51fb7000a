/// The extensions of certificates, revocation lists and their entries, and of OCSP.
///
/// RFC 5280 sections 4.2 and 5.2, RFC 6960 section 4.4, RFC 6962 section 3, RFC 7633 section
/// 4.
extension OID {
  /// `id-ce-subjectDirectoryAttributes`, 2.5.29.9.
  public static var subjectDirectoryAttributes: OID { OID(known: 0x55_1d_09) }
  /// `id-ce-subjectKeyIdentifier`, 2.5.29.14.
  public static var subjectKeyIdentifier: OID { OID(known: 0x55_1d_0e) }
  /// `id-ce-keyUsage`, 2.5.29.15.
  public static var keyUsage: OID { OID(known: 0x55_1d_0f) }
  /// `id-ce-privateKeyUsagePeriod`, 2.5.29.16.
  public static var privateKeyUsagePeriod: OID { OID(known: 0x55_1d_10) }
  /// `id-ce-subjectAltName`, 2.5.29.17.
  public static var subjectAlternativeName: OID { OID(known: 0x55_1d_11) }
  /// `id-ce-issuerAltName`, 2.5.29.18.
  public static var issuerAlternativeName: OID { OID(known: 0x55_1d_12) }
  /// `id-ce-basicConstraints`, 2.5.29.19.
  public static var basicConstraints: OID { OID(known: 0x55_1d_13) }
  /// `id-ce-cRLNumber`, 2.5.29.20.
  public static var crlNumber: OID { OID(known: 0x55_1d_14) }
  /// `id-ce-cRLReasons`, 2.5.29.21.
  public static var crlReason: OID { OID(known: 0x55_1d_15) }
  /// `id-ce-invalidityDate`, 2.5.29.24.
  public static var invalidityDate: OID { OID(known: 0x55_1d_18) }
  /// `id-ce-deltaCRLIndicator`, 2.5.29.27.
  public static var deltaCRLIndicator: OID { OID(known: 0x55_1d_1b) }
  /// `id-ce-issuingDistributionPoint`, 2.5.29.28.
  public static var issuingDistributionPoint: OID { OID(known: 0x55_1d_1c) }
  /// `id-ce-certificateIssuer`, 2.5.29.29.
  public static var certificateIssuer: OID { OID(known: 0x55_1d_1d) }
  /// `id-ce-nameConstraints`, 2.5.29.30.
  public static var nameConstraints: OID { OID(known: 0x55_1d_1e) }
  /// `id-ce-cRLDistributionPoints`, 2.5.29.31.
  public static var crlDistributionPoints: OID { OID(known: 0x55_1d_1f) }
  /// `id-ce-certificatePolicies`, 2.5.29.32.
  public static var certificatePolicies: OID { OID(known: 0x55_1d_20) }
  /// `id-ce-policyMappings`, 2.5.29.33.
  public static var policyMappings: OID { OID(known: 0x55_1d_21) }
  /// `id-ce-authorityKeyIdentifier`, 2.5.29.35.
  public static var authorityKeyIdentifier: OID { OID(known: 0x55_1d_23) }
  /// `id-ce-policyConstraints`, 2.5.29.36.
  public static var policyConstraints: OID { OID(known: 0x55_1d_24) }
  /// `id-ce-extKeyUsage`, 2.5.29.37.
  public static var extendedKeyUsage: OID { OID(known: 0x55_1d_25) }
  /// `id-ce-freshestCRL`, 2.5.29.46.
  public static var freshestCRL: OID { OID(known: 0x55_1d_2e) }
  /// `id-ce-inhibitAnyPolicy`, 2.5.29.54.
  public static var inhibitAnyPolicy: OID { OID(known: 0x55_1d_36) }
  /// `id-pe-authorityInfoAccess`, 1.3.6.1.5.5.7.1.1.
  public static var authorityInformationAccess: OID { OID(known: 0x2b_06_01_05_05_07_01_01) }
  /// `id-pe-qcStatements`, 1.3.6.1.5.5.7.1.3.
  public static var qualifiedStatements: OID { OID(known: 0x2b_06_01_05_05_07_01_03) }
  /// `id-pe-subjectInfoAccess`, 1.3.6.1.5.5.7.1.11.
  public static var subjectInformationAccess: OID { OID(known: 0x2b_06_01_05_05_07_01_0b) }
  /// `id-pe-tlsfeature`, 1.3.6.1.5.5.7.1.24.
  public static var tlsFeature: OID { OID(known: 0x2b_06_01_05_05_07_01_18) }
  /// `id-pe-acmeIdentifier`, 1.3.6.1.5.5.7.1.31.
  public static var acmeIdentifier: OID { OID(known: 0x2b_06_01_05_05_07_01_1f) }
  /// The extension of embedded SCTs, 1.3.6.1.4.1.11129.2.4.2.
  public static var signedCertificateTimestamps: OID { OID(known: 0x2b_06_01_04_01_d6_79_02_04_02) }
  /// The poison extension of precertificates, 1.3.6.1.4.1.11129.2.4.3.
  public static var precertificatePoison: OID { OID(known: 0x2b_06_01_04_01_d6_79_02_04_03) }
  /// The OCSP extension of SCTs, 1.3.6.1.4.1.11129.2.4.5.
  public static var ocspSignedCertificateTimestamps: OID {
    OID(known: 0x2b_06_01_04_01_d6_79_02_04_05)
  }
  /// `id-pkix-ocsp-basic`, 1.3.6.1.5.5.7.48.1.1.
  public static var ocspBasicResponse: OID { OID(known: 0x2b_06_01_05_05_07_30_01_01) }
  /// `id-pkix-ocsp-nonce`, 1.3.6.1.5.5.7.48.1.2.
  public static var ocspNonce: OID { OID(known: 0x2b_06_01_05_05_07_30_01_02) }
  /// `id-pkix-ocsp-nocheck`, 1.3.6.1.5.5.7.48.1.5.
  public static var ocspNoCheck: OID { OID(known: 0x2b_06_01_05_05_07_30_01_05) }
  /// `netscape-cert-type`, 2.16.840.1.113730.1.1.
  public static var netscapeCertificateType: OID { OID(known: 0x60_86_48_01_86_f8_42_01_01) }
  /// `netscape-comment`, 2.16.840.1.113730.1.13.
  public static var netscapeComment: OID { OID(known: 0x60_86_48_01_86_f8_42_01_0d) }
}
