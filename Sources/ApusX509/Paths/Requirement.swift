extension X509 {
  /// A rule about certificates that a profile asks for or leaves out.
  ///
  /// What no profile leaves out is not listed: dates, signatures, authority, path length, uses and
  /// purposes of keys, name constraints, policies, and critical extensions that are not known.
  public enum Requirement: UInt8, Hashable, Sendable, CaseIterable {
    /// Every certificate is of version 3.
    case version3
    /// Serial numbers are above zero and have at most twenty bytes; a root's may be zero.
    case positiveSerialNumber
    /// Dates are in the form that their year asks for; a root's need not be.
    case requiredTimeForm
    /// Every extension that is understood can be read, be it needed or not.
    case readableExtensions
    /// The issuer is written byte for byte as the subject above it.
    case identicalNames
    /// An intermediate marks its basic constraints as critical.
    case criticalBasicConstraints
    /// An intermediate says that its key signs certificates.
    case statedSigning
    /// An intermediate has a subject key identifier.
    case subjectKeyIdentifier
    /// A certificate below an anchor names the key of its issuer.
    case authorityKeyIdentifier
    /// A self-issued anchor that names the key of its issuer names its own.
    case ownKeyIdentifier
    /// Extensions are critical, or are not, as RFC 5280 has them.
    case criticality
    /// The alternative name is critical where there is no subject, and nowhere else.
    case alternativeNameCriticality
    /// A leaf is no authority.
    case endEntityLeaf
    /// A leaf is not itself an anchor.
    case issuedLeaf
    /// A leaf has no name constraints.
    case unconstrainedLeaf
    /// A leaf is not for any purpose whatever.
    case statedPurposes
    /// A leaf's key may sign, if its uses are listed.
    case signingLeaf
    /// An anchor is for every purpose.
    case unlimitedAnchor
    /// Keys are RSA of 2048 bits or more in whole bytes, or of a curve of NIST.
    case webKeys
    /// Host names are of letters, digits and hyphens, with a wildcard at most in front.
    case hostNameSyntax
    /// No wildcard stands for every name that an owner lends to others, as `*.github.io` does.
    case noSuffixWildcards
  }
}

extension X509.Requirement {
  /// Where the rule stands.
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
    }
  }
}

extension X509.Requirement: CustomStringConvertible {
  public var description: String {
    switch self {
    case .version3: "a certificate must be of version 3"
    case .positiveSerialNumber: "a serial number must be above zero, in at most twenty bytes"
    case .requiredTimeForm: "dates through 2049 must be UTCTime, and later ones GeneralizedTime"
    case .readableExtensions: "every extension must be readable"
    case .identicalNames: "an issuer must be written byte for byte as the subject above it"
    case .criticalBasicConstraints: "an authority's basic constraints must be critical"
    case .statedSigning: "an authority must say that its key signs certificates"
    case .subjectKeyIdentifier: "an authority must have a subject key identifier"
    case .authorityKeyIdentifier: "a certificate must name the key that has signed it"
    case .ownKeyIdentifier: "a root's authority key identifier must be its subject key identifier"
    case .criticality: "an extension must be critical or not, as its definition has it"
    case .alternativeNameCriticality:
      "an alternative name must be critical if there is no subject, and only then"
    case .endEntityLeaf: "a server or client must not be an authority"
    case .issuedLeaf: "a server or client must not be its own anchor"
    case .unconstrainedLeaf: "only authorities may have name constraints"
    case .statedPurposes: "a certificate must not be for any purpose whatever"
    case .signingLeaf: "the uses of a key that signs must have digitalSignature"
    case .unlimitedAnchor: "a root must not have extended key usage"
    case .webKeys: "a key must be RSA of 2048 bits or more in whole bytes, or of P-256, 384 or 521"
    case .hostNameSyntax: "host names are letters, digits and hyphens, a wildcard only in front"
    case .noSuffixWildcards: "a wildcard must not stand for every name that is lent to others"
    }
  }
}
