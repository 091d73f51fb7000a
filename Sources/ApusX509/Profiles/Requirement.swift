extension X509 {
  /// A rule about certificates that a profile can require.
  ///
  /// Rules that every profile has are not listed: dates, signatures, authority, path length, uses
  /// and purposes of keys, name constraints, policies, and unknown critical extensions.
  public enum Requirement: UInt8, Hashable, Sendable, CaseIterable {
    /// Every certificate is of version 3.
    case version3
    /// Serial numbers are positive and have at most twenty bytes; a root's can be zero.
    case positiveSerialNumber
    /// Dates have the form that their year requires; a root's need not.
    case requiredTimeForm
    /// Every supported extension is well formed, even if it is not needed.
    case readableExtensions
    /// The issuer is the same bytes as the subject above it.
    case identicalNames
    /// An intermediate marks its basic constraints as critical.
    case criticalBasicConstraints
    /// An intermediate has the key usage to sign certificates.
    case statedSigning
    /// An intermediate has a subject key identifier.
    case subjectKeyIdentifier
    /// A certificate below an anchor identifies the key of its issuer.
    case authorityKeyIdentifier
    /// A self-issued anchor that identifies the key of its issuer identifies its own.
    case ownKeyIdentifier
    /// Extensions are critical or not critical according to RFC 5280.
    case criticality
    /// The alternative name is critical if and only if there is no subject.
    case alternativeNameCriticality
    /// A leaf is not an authority.
    case endEntityLeaf
    /// A leaf is not itself an anchor.
    case issuedLeaf
    /// A leaf has no name constraints.
    case unconstrainedLeaf
    /// A leaf is not for every purpose.
    case statedPurposes
    /// A leaf's key can sign, if it has key usage.
    case signingLeaf
    /// An anchor is for every purpose.
    case unlimitedAnchor
    /// Keys are RSA of 2048 bits or more in whole bytes, or of a curve of NIST.
    case webKeys
    /// Host names consist of letters, digits and hyphens, with at most one wildcard, as the first
    /// label.
    case hostNameSyntax
    /// No wildcard matches all names below a suffix with many owners, such as `*.github.io`.
    case noSuffixWildcards
    /// A common name of a server is the same bytes as one of its alternative names.
    case commonNameIsAlternative
    /// A common name of a server is not another spelling of one of its alternative names: letters
    /// of another case, another form of an address, or a U-label for an A-label.
    case commonNameSpelling
    /// The alternative names of a server are host names and addresses.
    case alternativeNameForms
    /// A server's certificate has purposes.
    case serverPurposes
    /// A server's certificate is not also for code, mail, time stamps or OCSP.
    case noOtherPurposes
    /// The purposes of a leaf are not critical.
    case purposeCriticality
    /// A leaf's basic constraints and key usage are critical, and its policies are not.
    case leafCriticality
    /// A leaf's key has only uses that its algorithm supports.
    case leafUses
    /// A leaf names the policies under which it was issued.
    case statedPolicies
    /// A leaf has the address of its issuer's certificate or of its responder.
    case accessLocations
    /// A leaf is valid for no longer than the date of its issue allows.
    case lifetime
    /// The key usage of an intermediate is critical.
    case criticalKeyUsage
    /// An authority key identifier is only a key identifier.
    case keyIdentifierAlone
    /// Distribution points are not critical, and have neither reasons nor issuers.
    case distributionPoints
    /// A subject has one attribute in each step, and no duplicates.
    case singleAttributes
    /// An RSA signature's algorithm has its NULL.
    case explicitParameters
    /// No certificate has unique identifiers.
    case noUniqueIdentifiers
    /// The times of a revocation list have the form that their year requires.
    case listTimeForm
    /// A revocation list identifies the key that signed it.
    case listKeyIdentifier
    /// The extensions of a revocation list are critical or not critical according to RFC 5280.
    case listCriticality
    /// A revocation list has a number of at most twenty bytes, which is not critical.
    case numberedLists
    /// The common name of a server whose subject has nothing else is not a host or an address
    /// outside the alternative names.
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
  /// A set of rules.
  public struct Requirements: Hashable, Sendable {
    private let bits: UInt64

    private init(bits: UInt64) {
      self.bits = bits
    }

    /// All rules.
    public static let all = Requirements(Requirement.allCases)

    /// The rules of RFC 5280 and of the Baseline Requirements of the CA/Browser Forum.
    ///
    /// The rule that a leaf's key must sign is not one of them: neither document requires it for
    /// RSA keys.
    public static let baseline = all.subtracting([.signingLeaf])

    /// Creates a set of rules.
    ///
    /// - Parameter requirements: The rules, in any order.
    public init(_ requirements: some Sequence<Requirement>) {
      bits = requirements.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    /// Returns whether the set contains a rule.
    ///
    /// - Parameter requirement: The rule to find.
    public func contains(_ requirement: Requirement) -> Bool {
      bits & 1 << UInt64(requirement.rawValue) != 0
    }

    /// Returns whether the set contains none of some others.
    ///
    /// - Parameter others: The rules to compare with.
    public func isDisjoint(with others: Requirements) -> Bool { bits & others.bits == 0 }

    /// Returns the set without some rules.
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
