extension X509 {
  /// A rule about certificates that a profile can require.
  ///
  /// The requirements do not include the common rules of all profiles. The common rules are about
  /// dates, signatures, authorities, the path length, the uses and purposes of keys, name
  /// constraints, policies, and unknown critical extensions.
  public enum Requirement: UInt8, Hashable, Sendable, CaseIterable {
    /// Every certificate has version 3.
    case version3
    /// The serial number of a certificate is positive and has at most twenty bytes. A root
    /// certificate's serial number can be zero.
    case positiveSerialNumber
    /// The dates of a certificate have the form that their year requires. The dates of a root
    /// certificate need not have the form.
    case requiredTimeForm
    /// Every supported extension is well formed, even if the verifier does not need the extension.
    case readableExtensions
    /// The issuer name of a certificate has the same bytes as the subject name of the certificate
    /// above.
    case identicalNames
    /// An intermediate certificate marks its basic constraints as critical.
    case criticalBasicConstraints
    /// An intermediate certificate has a key usage that allows certificate signing.
    case statedSigning
    /// An intermediate certificate has a subject key identifier.
    case subjectKeyIdentifier
    /// A certificate below a trust anchor identifies the key of its issuer.
    case authorityKeyIdentifier
    /// The authority key identifier of a self-issued trust anchor identifies the trust anchor's own
    /// key.
    case ownKeyIdentifier
    /// Each extension is critical or not critical according to RFC 5280.
    case criticality
    /// The subject alternative name extension is critical if and only if the subject name is empty.
    case alternativeNameCriticality
    /// A leaf certificate is not an authority's certificate.
    case endEntityLeaf
    /// A leaf certificate is not itself a trust anchor.
    case issuedLeaf
    /// A leaf certificate has no name constraints.
    case unconstrainedLeaf
    /// A leaf certificate does not have the purpose anyExtendedKeyUsage.
    case statedPurposes
    /// The key of a leaf certificate can sign, if the certificate has a key usage.
    case signingLeaf
    /// The certificate of a trust anchor is not limited to purposes.
    case unlimitedAnchor
    /// The key of a certificate is an RSA key of at least 2048 bits in whole bytes, or a key on a
    /// NIST curve.
    case webKeys
    /// A host name consists of letters, digits and hyphens. A wildcard may only be the first label.
    case hostNameSyntax
    /// A wildcard does not match the names below a suffix with many owners, such as `*.github.io`.
    case noSuffixWildcards
    /// The common name of a server has the same bytes as an alternative name of the server.
    case commonNameIsAlternative
    /// The common name of a server is not an alternative name in a different spelling.
    ///
    /// Different spellings have letters of different case, different forms of an address, or a
    /// U-label instead of an A-label.
    case commonNameSpelling
    /// The alternative names of a server are host names and addresses.
    case alternativeNameForms
    /// A server's certificate has an extended key usage.
    case serverPurposes
    /// The purposes of a server's certificate do not include code signing, mail protection, time
    /// stamping or OCSP signing.
    case noOtherPurposes
    /// The extended key usage of a leaf certificate is not critical.
    case purposeCriticality
    /// The basic constraints and the key usage of a leaf certificate are critical, and its policies
    /// are not critical.
    case leafCriticality
    /// The key usage of a leaf certificate contains only uses that the key's algorithm supports.
    case leafUses
    /// A leaf certificate contains the policies under which it was issued.
    case statedPolicies
    /// A leaf certificate contains the address of its issuer's certificate or of its OCSP
    /// responder.
    case accessLocations
    /// The validity period of a leaf certificate does not exceed the limit for its date of issue.
    case lifetime
    /// The key usage extension of an intermediate certificate is critical.
    case criticalKeyUsage
    /// An authority key identifier contains only a key identifier.
    case keyIdentifierAlone
    /// The CRL distribution points extension is not critical, and its distribution points have
    /// neither reasons nor issuers.
    case distributionPoints
    /// Each relative distinguished name of the subject name has one attribute, and no attribute is
    /// repeated.
    case singleAttributes
    /// The algorithm of an RSA signature has NULL as its parameters.
    case explicitParameters
    /// A certificate has no unique identifiers.
    case noUniqueIdentifiers
    /// The dates of a revocation list (CRL) have the form that their year requires.
    case listTimeForm
    /// A revocation list (CRL) identifies the key that signed it.
    case listKeyIdentifier
    /// Each extension of a revocation list (CRL) is critical or not critical according to RFC 5280.
    case listCriticality
    /// A revocation list (CRL) has a list number of at most twenty bytes in an extension that is
    /// not critical.
    case numberedLists
    /// If the subject name of a server has only a common name, a host or an address in it is also
    /// an alternative name.
    case noForeignCommonName
  }
}

extension X509.Requirement {
  /// The section of the standard that defines the rule.
  public var section: String {
    switch self {
    case .version3: "RFC 5280 section 4.1.2.1"
    case .positiveSerialNumber: "RFC 5280 section 4.1.2.2"
    case .requiredTimeForm: "RFC 5280 section 4.1.2.5"
    case .readableExtensions: "RFC 5280 section 4.2"
    case .identicalNames: "CA/Browser Forum Baseline Requirements 7.1.4.1"
    case .criticalBasicConstraints: "RFC 5280 section 4.2.1.9"
    case .statedSigning, .signingLeaf: "RFC 5280 section 4.2.1.3"
    case .subjectKeyIdentifier: "RFC 5280 section 4.2.1.2"
    case .authorityKeyIdentifier: "RFC 5280 section 4.2.1.1"
    case .ownKeyIdentifier: "CA/Browser Forum Baseline Requirements 7.1.2.1.3"
    case .criticality: "RFC 5280 section 4.2"
    case .alternativeNameCriticality: "CA/Browser Forum Baseline Requirements 7.1.2.7.12"
    case .endEntityLeaf: "CA/Browser Forum Baseline Requirements 7.1.2.7.8"
    case .issuedLeaf: "RFC 5280 section 6.1"
    case .unconstrainedLeaf: "RFC 5280 section 4.2.1.10"
    case .statedPurposes: "CA/Browser Forum Baseline Requirements 7.1.2.7.10"
    case .unlimitedAnchor: "CA/Browser Forum Baseline Requirements 7.1.2.1.2"
    case .webKeys: "CA/Browser Forum Baseline Requirements 6.1.5"
    case .hostNameSyntax: "RFC 5280 section 4.2.1.6"
    case .noSuffixWildcards: "CA/Browser Forum Baseline Requirements 3.2.2.6"
    case .commonNameIsAlternative, .commonNameSpelling, .noForeignCommonName:
      "CA/Browser Forum Baseline Requirements 7.1.4.3"
    case .alternativeNameForms: "CA/Browser Forum Baseline Requirements 7.1.2.7.12"
    case .serverPurposes, .noOtherPurposes: "CA/Browser Forum Baseline Requirements 7.1.2.7.10"
    case .purposeCriticality, .leafCriticality, .statedPolicies:
      "CA/Browser Forum Baseline Requirements 7.1.2.7.6"
    case .leafUses: "CA/Browser Forum Baseline Requirements 7.1.2.7.11"
    case .accessLocations: "CA/Browser Forum Baseline Requirements 7.1.2.7.7"
    case .lifetime: "CA/Browser Forum Baseline Requirements 6.3.2"
    case .criticalKeyUsage: "CA/Browser Forum Baseline Requirements 7.1.2.6.1"
    case .keyIdentifierAlone: "CA/Browser Forum Baseline Requirements 7.1.2.11.1"
    case .distributionPoints: "CA/Browser Forum Baseline Requirements 7.1.2.11.2"
    case .singleAttributes: "CA/Browser Forum Baseline Requirements 7.1.4.1"
    case .explicitParameters: "CA/Browser Forum Baseline Requirements 7.1.3.2.1"
    case .noUniqueIdentifiers: "RFC 5280 section 4.1.2.8"
    case .listTimeForm: "RFC 5280 section 5.1.2.4"
    case .listKeyIdentifier: "RFC 5280 section 5.2.1"
    case .listCriticality: "RFC 5280 section 5.2"
    case .numberedLists: "RFC 5280 section 5.2.3"
    }
  }
}

extension X509.Requirement: CustomStringConvertible {
  public var description: String {
    switch self {
    case .version3: "a certificate must have the version 3"
    case .positiveSerialNumber:
      "a certificate's serial number must be positive, with at most twenty bytes"
    case .requiredTimeForm:
      "dates until the end of 2049 must be UTCTime, and later dates GeneralizedTime"
    case .readableExtensions: "every extension of a certificate must be well formed"
    case .identicalNames:
      "the issuer name must be the same bytes as the subject name of the issuer's "
        + "certificate"
    case .criticalBasicConstraints:
      "the basic constraints of an authority's certificate must be critical"
    case .statedSigning: "an authority's key usage must allow certificate signing (keyCertSign)"
    case .subjectKeyIdentifier: "an authority's certificate must have a subject key identifier"
    case .authorityKeyIdentifier: "a certificate must have an authority key identifier"
    case .ownKeyIdentifier: "a root's authority key identifier must be its subject key identifier"
    case .criticality: "an extension must be critical or not critical as RFC 5280 defines"
    case .alternativeNameCriticality:
      "the subject alternative name must be critical if and only if the certificate has "
        + "no subject name"
    case .endEntityLeaf:
      "the certificate of a server or client must not be an authority's certificate"
    case .issuedLeaf: "the certificate of a server or client must not be its own trust anchor"
    case .unconstrainedLeaf: "only an authority's certificate can have name constraints"
    case .statedPurposes: "the extended key usage of a certificate must not allow every purpose"
    case .signingLeaf: "the key usage of a key that signs must include digitalSignature"
    case .unlimitedAnchor: "a root certificate must not have the extended key usage extension"
    case .webKeys:
      "a public key must be RSA of at least 2048 bits in whole bytes, or on the curve "
        + "P-256, P-384 or P-521"
    case .hostNameSyntax:
      "a host name must be letters, digits and hyphens, with a wildcard only as the first "
        + "label"
    case .noSuffixWildcards: "a wildcard must not match all names below a public suffix"
    case .commonNameIsAlternative:
      "the common name must be one of the subject alternative names, byte for byte"
    case .commonNameSpelling:
      "the common name must have the same spelling as in the subject alternative names"
    case .alternativeNameForms:
      "the subject alternative names of a server must be host names and IP addresses"
    case .serverPurposes: "a server's certificate must have the extended key usage extension"
    case .noOtherPurposes:
      "a server's certificate must not also allow code signing, mail, time stamps or OCSP"
    case .purposeCriticality: "the extended key usage of a server or client must not be critical"
    case .leafCriticality:
      "the basic constraints and the key usage must be critical, and the certificate "
        + "policies must not"
    case .leafUses: "the key usage may only contain uses that the key's algorithm supports"
    case .statedPolicies: "a certificate must have certificate policies"
    case .accessLocations:
      "a certificate must have the address of the issuer's certificate or of the OCSP "
        + "responder"
    case .lifetime: "a certificate must not be valid for longer than the limit of its issue date"
    case .criticalKeyUsage: "the key usage extension of an authority's certificate must be critical"
    case .keyIdentifierAlone:
      "an authority key identifier must not name an issuer and a serial number"
    case .distributionPoints:
      "the CRL distribution points must not be critical, and must not have reasons or issuers"
    case .singleAttributes:
      "each step of the subject name must have one attribute, and no attribute type may "
        + "be repeated"
    case .explicitParameters: "the algorithm of an RSA signature must have NULL parameters"
    case .noUniqueIdentifiers: "a certificate must not have unique identifiers"
    case .listTimeForm:
      "the times of a revocation list must be UTCTime until the end of 2049, and "
        + "GeneralizedTime later"
    case .listKeyIdentifier: "a revocation list must have an authority key identifier"
    case .listCriticality:
      "an extension of a revocation list must be critical or not critical as RFC 5280 defines"
    case .numberedLists: "a revocation list must have a CRL number, which must not be critical"
    case .noForeignCommonName:
      "a common name that is the whole subject name must be a subject alternative name"
    }
  }
}

extension X509 {
  /// A set of profile rules for certificates.
  public struct Requirements: Hashable, Sendable {
    private let bits: UInt64

    private init(bits: UInt64) {
      self.bits = bits
    }

    /// All profile rules for certificates.
    public static let all = Requirements(Requirement.allCases)

    /// The rules of RFC 5280 and of the Baseline Requirements of the CA/Browser Forum.
    ///
    /// The set omits the rule that the key of a leaf certificate must be able to sign, because
    /// neither document requires it for RSA keys.
    public static let baseline = all.subtracting([.signingLeaf])

    /// Creates a set of profile rules.
    ///
    /// - Parameter requirements: The rules, in any order.
    public init(_ requirements: some Sequence<Requirement>) {
      bits = requirements.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    /// Returns a Boolean value that indicates whether the set contains a rule.
    ///
    /// - Parameter requirement: The rule to find.
    public func contains(_ requirement: Requirement) -> Bool {
      bits & 1 << UInt64(requirement.rawValue) != 0
    }

    /// Returns a Boolean value that indicates whether two sets of rules have no rule in common.
    ///
    /// - Parameter others: The set of rules to compare with.
    public func isDisjoint(with others: Requirements) -> Bool { bits & others.bits == 0 }

    /// Returns the set of rules without the given rules.
    ///
    /// - Parameter others: The rules to remove.
    public func subtracting(_ others: Requirements) -> Requirements {
      Requirements(bits: bits & ~others.bits)
    }
  }
}

extension X509.Requirements: Sequence, ExpressibleByArrayLiteral {
  public init(arrayLiteral requirements: X509.Requirement...) {
    self.init(requirements)
  }

  public func makeIterator() -> some IteratorProtocol<X509.Requirement> {
    X509.Requirement.allCases.filter { contains($0) }.makeIterator()
  }
}
