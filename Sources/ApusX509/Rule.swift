extension X509 {
  /// A rule that well-formed DER can still break.
  public enum Rule: Hashable, Sendable, CaseIterable {
    /// A list that must hold something holds nothing.
    case notEmpty
    /// A list holds the same thing twice.
    case noDuplicates
    /// The algorithm that is signed is the one that stands beside the signature.
    case sameAlgorithmTwice
    /// Unique identifiers stand in versions 2 and 3 only.
    case uniqueIDsNeedVersion2
    /// Extensions stand in version 3 only.
    case extensionsNeedVersion3
    /// Something other than one of the forms that a name may have.
    case knownNameForm
    /// An address has 4 or 16 octets, and with its mask 8 or 32.
    case addressByteCount
    /// A mask is ones and then zeros.
    case contiguousMask
    /// A subtree begins at its base and has no end.
    case wholeSubtree
    /// A path length stands with authorities only.
    case pathLengthNeedsAuthority
    /// A number is not below zero.
    case notNegative
    /// The issuer and the serial number of a key identifier stand together.
    case issuerWithSerialNumber
    /// anyPolicy is mapped to nothing, and nothing to it.
    case anyPolicyNotMapped
    /// A distribution point has a name, or an issuer of its own.
    case pointHasNameOrIssuer
    /// A list of certificate timestamps is a list of its own lengths.
    case timestampListLengths
    /// A TLS feature is the number of an extension of TLS.
    case sixteenBitFeature
    /// Every moment has a year of four digits.
    case yearOfFourDigits
    /// Only an authority issues certificates.
    case issuerIsAuthority
    /// What an issuer signs is signed with the key of its certificate.
    case keyOfIssuer
    /// A request is of version 1.
    case requestVersion1
    /// The extensions of a request are one list, which stands there once.
    case oneExtensionRequest
    /// A revocation list that states its version is of version 2.
    case listVersion2
    /// Extensions stand in revocation lists of version 2 only.
    case extensionsNeedVersion2
    /// A revocation list is limited to one kind of certificates at most.
    case oneKindOfCertificates
    /// An issuing distribution point limits the list in some way.
    case pointLimitsList
    /// A revocation list without entries has no list of revoked certificates.
    case noEmptyEntryList
    /// An OCSP response is successful if it says anything, and says something if it is.
    case ocspBytesIfSuccessful
    /// An OCSP response is of the basic type.
    case ocspBasicType
    /// An OCSP response is of version 1.
    case ocspVersion1
    /// An OCSP response says of a certificate that it is good, revoked or unknown.
    case ocspStatus
    /// A reason for a revocation has one of ten numbers.
    case knownReason
  }
}

extension X509.Rule {
  /// Where the rule stands.
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
    case .notEmpty: "a list must hold something"
    case .noDuplicates: "nothing may stand twice"
    case .sameAlgorithmTwice:
      "the algorithm that is signed must be the one that stands beside the signature"
    case .uniqueIDsNeedVersion2: "unique identifiers stand in versions 2 and 3 only"
    case .extensionsNeedVersion3: "extensions stand in version 3 only"
    case .knownNameForm: "a name must have one of its nine forms"
    case .addressByteCount: "an address has 4 or 16 octets, and 8 or 32 with its mask"
    case .contiguousMask: "a mask must be ones and then zeros"
    case .wholeSubtree: "a subtree must begin at its base and have no end"
    case .pathLengthNeedsAuthority: "a path length stands with authorities only"
    case .notNegative: "a number must not be below zero"
    case .issuerWithSerialNumber: "an issuer and its serial number stand together or not at all"
    case .anyPolicyNotMapped: "anyPolicy can be mapped to nothing, and nothing to it"
    case .pointHasNameOrIssuer: "a distribution point must have a name or an issuer"
    case .timestampListLengths: "the lengths in a list of timestamps must add up"
    case .sixteenBitFeature: "a TLS feature is a number from 0 to 65535"
    case .yearOfFourDigits: "a year must have four digits"
    case .issuerIsAuthority: "only an authority may issue certificates"
    case .keyOfIssuer: "the key that signs must be that of the issuer's certificate"
    case .requestVersion1: "a request must be of version 1"
    case .oneExtensionRequest: "the extensions that are requested must be one list"
    case .listVersion2: "a revocation list that states its version must be of version 2"
    case .extensionsNeedVersion2: "extensions stand in revocation lists of version 2 only"
    case .oneKindOfCertificates:
      "a revocation list can be limited to one kind of certificates at most"
    case .pointLimitsList: "an issuing distribution point must not be empty"
    case .noEmptyEntryList:
      "a revocation list without entries must not have an empty list of revoked certificates"
    case .ocspBytesIfSuccessful: "an OCSP response says something if it is successful, and only so"
    case .ocspBasicType: "an OCSP response must be of the basic type"
    case .ocspVersion1: "an OCSP response must be of version 1"
    case .ocspStatus: "an OCSP response must say good, revoked or unknown"
    case .knownReason: "the reason of a revocation must be a known one"
    }
  }
}
