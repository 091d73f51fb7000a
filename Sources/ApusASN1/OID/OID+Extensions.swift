/// The object identifiers of extensions of certificates, of revocation lists and their entries, and
/// of OCSP.
///
/// RFC 5280 sections 4.2 and 5.2, RFC 6960 section 4.4, RFC 6962 section 3, RFC 7633 section 4.
extension OID {
  /// The object identifier of the extension `id-ce-subjectDirectoryAttributes`, which is 2.5.29.9.
  public static var subjectDirectoryAttributes: OID { OID(known: 0x55_1d_09) }
  /// The object identifier of the extension `id-ce-subjectKeyIdentifier`, which is 2.5.29.14.
  public static var subjectKeyIdentifier: OID { OID(known: 0x55_1d_0e) }
  /// The object identifier of the extension `id-ce-keyUsage`, which is 2.5.29.15.
  public static var keyUsage: OID { OID(known: 0x55_1d_0f) }
  /// The object identifier of the extension `id-ce-privateKeyUsagePeriod`, which is 2.5.29.16.
  public static var privateKeyUsagePeriod: OID { OID(known: 0x55_1d_10) }
  /// The object identifier of the extension `id-ce-subjectAltName`, which is 2.5.29.17.
  public static var subjectAlternativeName: OID { OID(known: 0x55_1d_11) }
  /// The object identifier of the extension `id-ce-issuerAltName`, which is 2.5.29.18.
  public static var issuerAlternativeName: OID { OID(known: 0x55_1d_12) }
  /// The object identifier of the extension `id-ce-basicConstraints`, which is 2.5.29.19.
  public static var basicConstraints: OID { OID(known: 0x55_1d_13) }
  /// The object identifier of the extension `id-ce-cRLNumber`, which is 2.5.29.20.
  public static var crlNumber: OID { OID(known: 0x55_1d_14) }
  /// The object identifier of the extension `id-ce-cRLReasons`, which is 2.5.29.21.
  public static var crlReason: OID { OID(known: 0x55_1d_15) }
  /// The object identifier of the extension `id-ce-invalidityDate`, which is 2.5.29.24.
  public static var invalidityDate: OID { OID(known: 0x55_1d_18) }
  /// The object identifier of the extension `id-ce-deltaCRLIndicator`, which is 2.5.29.27.
  public static var deltaCRLIndicator: OID { OID(known: 0x55_1d_1b) }
  /// The object identifier of the extension `id-ce-issuingDistributionPoint`, which is 2.5.29.28.
  public static var issuingDistributionPoint: OID { OID(known: 0x55_1d_1c) }
  /// The object identifier of the extension `id-ce-certificateIssuer`, which is 2.5.29.29.
  public static var certificateIssuer: OID { OID(known: 0x55_1d_1d) }
  /// The object identifier of the extension `id-ce-nameConstraints`, which is 2.5.29.30.
  public static var nameConstraints: OID { OID(known: 0x55_1d_1e) }
  /// The object identifier of the extension `id-ce-cRLDistributionPoints`, which is 2.5.29.31.
  public static var crlDistributionPoints: OID { OID(known: 0x55_1d_1f) }
  /// The object identifier of the extension `id-ce-certificatePolicies`, which is 2.5.29.32.
  public static var certificatePolicies: OID { OID(known: 0x55_1d_20) }
  /// The object identifier of the extension `id-ce-policyMappings`, which is 2.5.29.33.
  public static var policyMappings: OID { OID(known: 0x55_1d_21) }
  /// The object identifier of the extension `id-ce-authorityKeyIdentifier`, which is 2.5.29.35.
  public static var authorityKeyIdentifier: OID { OID(known: 0x55_1d_23) }
  /// The object identifier of the extension `id-ce-policyConstraints`, which is 2.5.29.36.
  public static var policyConstraints: OID { OID(known: 0x55_1d_24) }
  /// The object identifier of the extension `id-ce-extKeyUsage`, which is 2.5.29.37.
  public static var extendedKeyUsage: OID { OID(known: 0x55_1d_25) }
  /// The object identifier of the extension `id-ce-freshestCRL`, which is 2.5.29.46.
  public static var freshestCRL: OID { OID(known: 0x55_1d_2e) }
  /// The object identifier of the extension `id-ce-inhibitAnyPolicy`, which is 2.5.29.54.
  public static var inhibitAnyPolicy: OID { OID(known: 0x55_1d_36) }
  /// The object identifier of the extension `id-pe-authorityInfoAccess`, which is
  /// 1.3.6.1.5.5.7.1.1.
  public static var authorityInformationAccess: OID { OID(known: 0x2b_06_01_05_05_07_01_01) }
  /// The object identifier of the extension `id-pe-qcStatements`, which is 1.3.6.1.5.5.7.1.3.
  public static var qualifiedStatements: OID { OID(known: 0x2b_06_01_05_05_07_01_03) }
  /// The object identifier of the extension `id-pe-subjectInfoAccess`, which is 1.3.6.1.5.5.7.1.11.
  public static var subjectInformationAccess: OID { OID(known: 0x2b_06_01_05_05_07_01_0b) }
  /// The object identifier of the extension `id-pe-tlsfeature`, which is 1.3.6.1.5.5.7.1.24.
  public static var tlsFeature: OID { OID(known: 0x2b_06_01_05_05_07_01_18) }
  /// The object identifier of the extension `id-pe-acmeIdentifier`, which is 1.3.6.1.5.5.7.1.31.
  public static var acmeIdentifier: OID { OID(known: 0x2b_06_01_05_05_07_01_1f) }
  /// The object identifier of the extension for embedded timestamps (SCTs), which is
  /// 1.3.6.1.4.1.11129.2.4.2.
  public static var signedCertificateTimestamps: OID { OID(known: 0x2b_06_01_04_01_d6_79_02_04_02) }
  /// The object identifier of the poison extension of precertificates, which is
  /// 1.3.6.1.4.1.11129.2.4.3.
  public static var precertificatePoison: OID { OID(known: 0x2b_06_01_04_01_d6_79_02_04_03) }
  /// The object identifier of the OCSP extension for timestamps (SCTs), which is
  /// 1.3.6.1.4.1.11129.2.4.5.
  public static var ocspSignedCertificateTimestamps: OID {
    OID(known: 0x2b_06_01_04_01_d6_79_02_04_05)
  }
  /// The object identifier of the OCSP response type `id-pkix-ocsp-basic`, which is
  /// 1.3.6.1.5.5.7.48.1.1.
  public static var ocspBasicResponse: OID { OID(known: 0x2b_06_01_05_05_07_30_01_01) }
  /// The object identifier of the extension `id-pkix-ocsp-nonce`, which is 1.3.6.1.5.5.7.48.1.2.
  public static var ocspNonce: OID { OID(known: 0x2b_06_01_05_05_07_30_01_02) }
  /// The object identifier of the extension `id-pkix-ocsp-nocheck`, which is 1.3.6.1.5.5.7.48.1.5.
  public static var ocspNoCheck: OID { OID(known: 0x2b_06_01_05_05_07_30_01_05) }
  /// The object identifier of the extension `netscape-cert-type`, which is 2.16.840.1.113730.1.1.
  public static var netscapeCertificateType: OID { OID(known: 0x60_86_48_01_86_f8_42_01_01) }
  /// The object identifier of the extension `netscape-comment`, which is 2.16.840.1.113730.1.13.
  public static var netscapeComment: OID { OID(known: 0x60_86_48_01_86_f8_42_01_0d) }
}
