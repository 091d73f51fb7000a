import Testing

@testable import ApusASN1

/// The constants against the numbers of the specifications that `OID+….swift` cites.
@Suite struct OIDNamesTests {
  static let known: [(oid: OID, dotted: String, name: String)] = [
    (.commonName, "2.5.4.3", "commonName"),
    (.surname, "2.5.4.4", "surname"),
    (.serialNumber, "2.5.4.5", "serialNumber"),
    (.countryName, "2.5.4.6", "countryName"),
    (.localityName, "2.5.4.7", "localityName"),
    (.stateOrProvinceName, "2.5.4.8", "stateOrProvinceName"),
    (.streetAddress, "2.5.4.9", "streetAddress"),
    (.organizationName, "2.5.4.10", "organizationName"),
    (.organizationalUnitName, "2.5.4.11", "organizationalUnitName"),
    (.title, "2.5.4.12", "title"),
    (.businessCategory, "2.5.4.15", "businessCategory"),
    (.postalCode, "2.5.4.17", "postalCode"),
    (.nameAttribute, "2.5.4.41", "name"),
    (.givenName, "2.5.4.42", "givenName"),
    (.initials, "2.5.4.43", "initials"),
    (.generationQualifier, "2.5.4.44", "generationQualifier"),
    (.distinguishedNameQualifier, "2.5.4.46", "dnQualifier"),
    (.pseudonym, "2.5.4.65", "pseudonym"),
    (.organizationIdentifier, "2.5.4.97", "organizationIdentifier"),
    (.emailAddress, "1.2.840.113549.1.9.1", "emailAddress"),
    (.challengePassword, "1.2.840.113549.1.9.7", "challengePassword"),
    (.extensionRequest, "1.2.840.113549.1.9.14", "extensionRequest"),
    (.userID, "0.9.2342.19200300.100.1.1", "userId"),
    (.domainComponent, "0.9.2342.19200300.100.1.25", "domainComponent"),
    (.jurisdictionLocality, "1.3.6.1.4.1.311.60.2.1.1", "jurisdictionLocality"),
    (.jurisdictionState, "1.3.6.1.4.1.311.60.2.1.2", "jurisdictionState"),
    (.jurisdictionCountry, "1.3.6.1.4.1.311.60.2.1.3", "jurisdictionCountry"),
    (.subjectDirectoryAttributes, "2.5.29.9", "subjectDirectoryAttributes"),
    (.subjectKeyIdentifier, "2.5.29.14", "subjectKeyIdentifier"),
    (.keyUsage, "2.5.29.15", "keyUsage"),
    (.privateKeyUsagePeriod, "2.5.29.16", "privateKeyUsagePeriod"),
    (.subjectAlternativeName, "2.5.29.17", "subjectAltName"),
    (.issuerAlternativeName, "2.5.29.18", "issuerAltName"),
    (.basicConstraints, "2.5.29.19", "basicConstraints"),
    (.crlNumber, "2.5.29.20", "cRLNumber"),
    (.crlReason, "2.5.29.21", "cRLReason"),
    (.invalidityDate, "2.5.29.24", "invalidityDate"),
    (.deltaCRLIndicator, "2.5.29.27", "deltaCRLIndicator"),
    (.issuingDistributionPoint, "2.5.29.28", "issuingDistributionPoint"),
    (.certificateIssuer, "2.5.29.29", "certificateIssuer"),
    (.nameConstraints, "2.5.29.30", "nameConstraints"),
    (.crlDistributionPoints, "2.5.29.31", "cRLDistributionPoints"),
    (.certificatePolicies, "2.5.29.32", "certificatePolicies"),
    (.policyMappings, "2.5.29.33", "policyMappings"),
    (.authorityKeyIdentifier, "2.5.29.35", "authorityKeyIdentifier"),
    (.policyConstraints, "2.5.29.36", "policyConstraints"),
    (.extendedKeyUsage, "2.5.29.37", "extKeyUsage"),
    (.freshestCRL, "2.5.29.46", "freshestCRL"),
    (.inhibitAnyPolicy, "2.5.29.54", "inhibitAnyPolicy"),
    (.authorityInformationAccess, "1.3.6.1.5.5.7.1.1", "authorityInfoAccess"),
    (.qualifiedStatements, "1.3.6.1.5.5.7.1.3", "qcStatements"),
    (.subjectInformationAccess, "1.3.6.1.5.5.7.1.11", "subjectInfoAccess"),
    (.tlsFeature, "1.3.6.1.5.5.7.1.24", "tlsfeature"),
    (.acmeIdentifier, "1.3.6.1.5.5.7.1.31", "acmeIdentifier"),
    (.signedCertificateTimestamps, "1.3.6.1.4.1.11129.2.4.2", "signedCertificateTimestamps"),
    (.precertificatePoison, "1.3.6.1.4.1.11129.2.4.3", "precertificatePoison"),
    (
      .ocspSignedCertificateTimestamps, "1.3.6.1.4.1.11129.2.4.5", "ocspSignedCertificateTimestamps"
    ),
    (.ocspBasicResponse, "1.3.6.1.5.5.7.48.1.1", "ocsp-basic"),
    (.ocspNonce, "1.3.6.1.5.5.7.48.1.2", "ocsp-nonce"),
    (.ocspNoCheck, "1.3.6.1.5.5.7.48.1.5", "ocsp-nocheck"),
    (.netscapeCertificateType, "2.16.840.1.113730.1.1", "netscape-cert-type"),
    (.netscapeComment, "2.16.840.1.113730.1.13", "netscape-comment"),
    (.anyExtendedKeyUsage, "2.5.29.37.0", "anyExtendedKeyUsage"),
    (.serverAuthentication, "1.3.6.1.5.5.7.3.1", "serverAuth"),
    (.clientAuthentication, "1.3.6.1.5.5.7.3.2", "clientAuth"),
    (.codeSigning, "1.3.6.1.5.5.7.3.3", "codeSigning"),
    (.emailProtection, "1.3.6.1.5.5.7.3.4", "emailProtection"),
    (.timeStamping, "1.3.6.1.5.5.7.3.8", "timeStamping"),
    (.ocspSigning, "1.3.6.1.5.5.7.3.9", "OCSPSigning"),
    (.precertificateSigning, "1.3.6.1.4.1.11129.2.4.4", "precertificateSigning"),
    (.anyPolicy, "2.5.29.32.0", "anyPolicy"),
    (.cpsQualifier, "1.3.6.1.5.5.7.2.1", "cps"),
    (.userNoticeQualifier, "1.3.6.1.5.5.7.2.2", "unotice"),
    (.extendedValidation, "2.23.140.1.1", "extendedValidation"),
    (.domainValidated, "2.23.140.1.2.1", "domainValidated"),
    (.organizationValidated, "2.23.140.1.2.2", "organizationValidated"),
    (.individualValidated, "2.23.140.1.2.3", "individualValidated"),
    (.ocspAccess, "1.3.6.1.5.5.7.48.1", "ocsp"),
    (.issuersAccess, "1.3.6.1.5.5.7.48.2", "caIssuers"),
    (.timeStampingAccess, "1.3.6.1.5.5.7.48.3", "timeStamping"),
    (.repositoryAccess, "1.3.6.1.5.5.7.48.5", "caRepository"),
    (.userPrincipalName, "1.3.6.1.4.1.311.20.2.3", "userPrincipalName"),
    (.smtpUTF8Mailbox, "1.3.6.1.5.5.7.8.9", "SmtpUTF8Mailbox"),
    (.rsaEncryption, "1.2.840.113549.1.1.1", "rsaEncryption"),
    (.ecPublicKey, "1.2.840.10045.2.1", "ecPublicKey"),
    (.dsa, "1.2.840.10040.4.1", "dsa"),
    (.x25519, "1.3.101.110", "X25519"),
    (.x448, "1.3.101.111", "X448"),
    (.ed25519, "1.3.101.112", "Ed25519"),
    (.ed448, "1.3.101.113", "Ed448"),
    (.secp256r1, "1.2.840.10045.3.1.7", "secp256r1"),
    (.secp384r1, "1.3.132.0.34", "secp384r1"),
    (.secp521r1, "1.3.132.0.35", "secp521r1"),
    (.secp256k1, "1.3.132.0.10", "secp256k1"),
    (.mlKEM768, "2.16.840.1.101.3.4.4.2", "ML-KEM-768"),
    (.pbes2, "1.2.840.113549.1.5.13", "PBES2"),
    (.pbkdf2, "1.2.840.113549.1.5.12", "PBKDF2"),
    (.hmacWithSHA1, "1.2.840.113549.2.7", "hmacWithSHA1"),
    (.hmacWithSHA256, "1.2.840.113549.2.9", "hmacWithSHA256"),
    (.hmacWithSHA384, "1.2.840.113549.2.10", "hmacWithSHA384"),
    (.hmacWithSHA512, "1.2.840.113549.2.11", "hmacWithSHA512"),
    (.aes128CBC, "2.16.840.1.101.3.4.1.2", "aes128-CBC"),
    (.aes192CBC, "2.16.840.1.101.3.4.1.22", "aes192-CBC"),
    (.aes256CBC, "2.16.840.1.101.3.4.1.42", "aes256-CBC"),
    (.data, "1.2.840.113549.1.7.1", "data"),
    (.encryptedData, "1.2.840.113549.1.7.6", "encryptedData"),
    (.keyBag, "1.2.840.113549.1.12.10.1.1", "keyBag"),
    (.pkcs8ShroudedKeyBag, "1.2.840.113549.1.12.10.1.2", "pkcs8ShroudedKeyBag"),
    (.certBag, "1.2.840.113549.1.12.10.1.3", "certBag"),
    (.x509Certificate, "1.2.840.113549.1.9.22.1", "x509Certificate"),
    (.pbmac1, "1.2.840.113549.1.5.14", "PBMAC1"),
    (.md2WithRSAEncryption, "1.2.840.113549.1.1.2", "md2WithRSAEncryption"),
    (.md5WithRSAEncryption, "1.2.840.113549.1.1.4", "md5WithRSAEncryption"),
    (.sha1WithRSAEncryption, "1.2.840.113549.1.1.5", "sha1WithRSAEncryption"),
    (.sha224WithRSAEncryption, "1.2.840.113549.1.1.14", "sha224WithRSAEncryption"),
    (.sha256WithRSAEncryption, "1.2.840.113549.1.1.11", "sha256WithRSAEncryption"),
    (.sha384WithRSAEncryption, "1.2.840.113549.1.1.12", "sha384WithRSAEncryption"),
    (.sha512WithRSAEncryption, "1.2.840.113549.1.1.13", "sha512WithRSAEncryption"),
    (.rsassaPSS, "1.2.840.113549.1.1.10", "RSASSA-PSS"),
    (.mgf1, "1.2.840.113549.1.1.8", "mgf1"),
    (.ecdsaWithSHA1, "1.2.840.10045.4.1", "ecdsa-with-SHA1"),
    (.ecdsaWithSHA224, "1.2.840.10045.4.3.1", "ecdsa-with-SHA224"),
    (.ecdsaWithSHA256, "1.2.840.10045.4.3.2", "ecdsa-with-SHA256"),
    (.ecdsaWithSHA384, "1.2.840.10045.4.3.3", "ecdsa-with-SHA384"),
    (.ecdsaWithSHA512, "1.2.840.10045.4.3.4", "ecdsa-with-SHA512"),
    (.dsaWithSHA1, "1.2.840.10040.4.3", "dsa-with-sha1"),
    (.dsaWithSHA256, "2.16.840.1.101.3.4.3.2", "dsa-with-sha256"),
    (.md5, "1.2.840.113549.2.5", "md5"),
    (.sha1, "1.3.14.3.2.26", "sha1"),
    (.sha224, "2.16.840.1.101.3.4.2.4", "sha224"),
    (.sha256, "2.16.840.1.101.3.4.2.1", "sha256"),
    (.sha384, "2.16.840.1.101.3.4.2.2", "sha384"),
    (.sha512, "2.16.840.1.101.3.4.2.3", "sha512"),
  ]

  @Test func `each object identifier constant has the dotted number of its specification`() {
    for (oid, dotted, name) in Self.known {
      #expect(oid.description == dotted)
      #expect(oid == OID(dotted))
      #expect(oid.name == name)
    }
  }

  @Test func `no two object identifier constants are equal`() {
    #expect(Set(Self.known.map(\.oid)).count == Self.known.count)
  }

  @Test func `each object identifier in the table of names is unique and has its name`() {
    var seen: Set<OID> = []
    for (dotted, name) in OID.table {
      let oid = OID(dotted)
      #expect(oid?.description == dotted)
      #expect(oid?.name == name)
      if let oid { #expect(seen.insert(oid).inserted, "\(dotted) is repeated") }
    }
    #expect(seen.count > 250)
  }

  @Test func `an object identifier without a name is shown as numbers`() {
    #expect(OID("1.2.3.4")?.name == nil)
  }
}
