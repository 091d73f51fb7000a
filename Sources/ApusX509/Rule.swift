extension X509 {
  /// A rule of an RFC that a structure in valid DER can still break.
  public enum Rule: Hashable, Sendable, CaseIterable {
    /// A list has at least one element if RFC 5280 forbids an empty list.
    case notEmpty
    /// A list of extensions or of policies has no duplicates.
    case noDuplicates
    /// The signature algorithm in the signed content equals the signature algorithm outside the
    /// signed content.
    case sameAlgorithmTwice
    /// A certificate with a unique identifier has version 2 or 3.
    case uniqueIDsNeedVersion2
    /// A certificate with extensions has version 3.
    case extensionsNeedVersion3
    /// A general name has one of the forms that RFC 5280 defines.
    case knownNameForm
    /// An IP address has 4 or 16 octets, and an IP address with a mask has 8 or 32 octets.
    case addressByteCount
    /// The mask of an IP network consists of ones that are followed by zeros.
    case contiguousMask
    /// A subtree of a name constraint has the minimum 0 and no maximum.
    case wholeSubtree
    /// A certificate with a path length constraint belongs to a certificate authority.
    case pathLengthNeedsAuthority
    /// The number in a certificate extension is not negative.
    case notNegative
    /// An authority key identifier contains the issuer name and the serial number together, or
    /// neither of them.
    case issuerWithSerialNumber
    /// A policy mapping does not contain the policy anyPolicy.
    case anyPolicyNotMapped
    /// A CRL distribution point has a name or a CRL issuer.
    case pointHasNameOrIssuer
    /// The lengths in a list of signed certificate timestamps (SCTs) are consistent.
    case timestampListLengths
    /// A TLS feature of a certificate is the 16-bit number of a TLS extension.
    case sixteenBitFeature
    /// The year of each date has four digits.
    case yearOfFourDigits
    /// The issuer of a certificate is a certificate authority.
    case issuerIsAuthority
    /// The signature of a certificate was made with the key in the issuer's certificate.
    case keyOfIssuer
    /// A certification request has version 1.
    case requestVersion1
    /// A certification request has at most one list of requested extensions.
    case oneExtensionRequest
    /// A revocation list (CRL) with a version field has version 2.
    case listVersion2
    /// A revocation list (CRL) with extensions has version 2.
    case extensionsNeedVersion2
    /// A revocation list (CRL) is limited to at most one kind of certificates.
    case oneKindOfCertificates
    /// An issuing distribution point sets at least one limit on the scope of its revocation list
    /// (CRL).
    case pointLimitsList
    /// A revocation list (CRL) without entries omits the field of revoked certificates.
    case noEmptyEntryList
    /// An OCSP response contains response bytes if and only if the response is successful.
    case ocspBytesIfSuccessful
    /// An OCSP response is of the basic response type.
    case ocspBasicType
    /// An OCSP response has version 1.
    case ocspVersion1
    /// The status of a certificate in an OCSP response is good, revoked or unknown.
    case ocspStatus
    /// A revocation reason code is one of the ten numbers that RFC 5280 defines.
    case knownReason
  }
}

extension X509.Rule {
  /// The section of the RFC that defines the violated rule.
  public var section: String {
    switch self {
    case .notEmpty: "RFC 5280 appendix A"
    case .noDuplicates: "RFC 5280 section 4.2"
    case .sameAlgorithmTwice: "RFC 5280 section 4.1.1.2"
    case .uniqueIDsNeedVersion2: "RFC 5280 section 4.1.2.8"
    case .extensionsNeedVersion3: "RFC 5280 section 4.1.2.9"
    case .knownNameForm: "RFC 5280 section 4.2.1.6"
    case .addressByteCount: "RFC 5280 sections 4.2.1.6 and 4.2.1.10"
    case .contiguousMask, .wholeSubtree: "RFC 5280 section 4.2.1.10"
    case .pathLengthNeedsAuthority: "RFC 5280 section 4.2.1.9"
    case .notNegative: "RFC 5280 sections 4.2.1.9 to 4.2.1.14"
    case .issuerWithSerialNumber: "RFC 5280 section 4.2.1.1"
    case .anyPolicyNotMapped: "RFC 5280 section 4.2.1.5"
    case .pointHasNameOrIssuer: "RFC 5280 section 4.2.1.13"
    case .timestampListLengths: "RFC 6962 section 3.3"
    case .sixteenBitFeature: "RFC 7633 section 4.1"
    case .yearOfFourDigits: "RFC 5280 section 4.1.2.5"
    case .issuerIsAuthority: "RFC 5280 section 4.2.1.9"
    case .keyOfIssuer: "RFC 5280 section 4.1.1.3"
    case .requestVersion1: "RFC 2986 section 4.1"
    case .oneExtensionRequest: "RFC 2985 section 5.4.2"
    case .listVersion2: "RFC 5280 section 5.1.2.1"
    case .extensionsNeedVersion2: "RFC 5280 section 5.1.2.7"
    case .oneKindOfCertificates, .pointLimitsList: "RFC 5280 section 5.2.5"
    case .noEmptyEntryList: "RFC 5280 section 5.1.2.6"
    case .ocspBytesIfSuccessful, .ocspBasicType, .ocspVersion1, .ocspStatus:
      "RFC 6960 section 4.2.1"
    case .knownReason: "RFC 5280 section 5.3.1"
    }
  }
}

extension X509.Rule: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notEmpty: "the encoded list must contain at least one value"
    case .noDuplicates: "the encoded list must contain no duplicates"
    case .sameAlgorithmTwice:
      "the signature algorithm must be the same in the signed part and next to the signature"
    case .uniqueIDsNeedVersion2:
      "unique identifiers are only allowed in certificates of versions 2 and 3"
    case .extensionsNeedVersion3: "extensions are only allowed in certificates of version 3"
    case .knownNameForm: "a general name must have one of the nine forms of RFC 5280"
    case .addressByteCount: "an IP address must have 4 or 16 bytes, and 8 or 32 bytes with its mask"
    case .contiguousMask: "the bits of an address mask must be ones followed by zeros"
    case .wholeSubtree: "a subtree of name constraints must have the minimum 0 and no maximum"
    case .pathLengthNeedsAuthority:
      "only an authority's certificate can have a path length constraint"
    case .notNegative: "the encoded number must not be negative"
    case .issuerWithSerialNumber:
      "an authority key identifier must have both issuer and serial number, or neither"
    case .anyPolicyNotMapped: "a policy mapping must not contain anyPolicy"
    case .pointHasNameOrIssuer: "a CRL distribution point must have a name or an issuer"
    case .timestampListLengths:
      "the lengths in a list of signed certificate timestamps must be consistent"
    case .sixteenBitFeature: "a TLS feature must be a number from 0 to 65535"
    case .yearOfFourDigits: "the year of a date must have four digits"
    case .issuerIsAuthority: "only an authority can issue certificates"
    case .keyOfIssuer: "the signing key must be the key of the issuer's certificate"
    case .requestVersion1: "a certificate request must have the version 1"
    case .oneExtensionRequest:
      "a certificate request must have only one list of requested extensions"
    case .listVersion2: "a revocation list that states its version must have the version 2"
    case .extensionsNeedVersion2: "extensions are only allowed in revocation lists of version 2"
    case .oneKindOfCertificates:
      "a revocation list can be limited to at most one kind of certificates"
    case .pointLimitsList: "an issuing distribution point must not be empty"
    case .noEmptyEntryList:
      "a revocation list without entries must omit the list of revoked certificates"
    case .ocspBytesIfSuccessful:
      "an OCSP response must have content if and only if it is successful"
    case .ocspBasicType: "an OCSP response must be of the basic type"
    case .ocspVersion1: "an OCSP response must be of version 1"
    case .ocspStatus: "the status in an OCSP response must be good, revoked or unknown"
    case .knownReason: "the reason of a revocation must be a known reason"
    }
  }
}
