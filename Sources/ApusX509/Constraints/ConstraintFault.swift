extension X509 {
  /// The reason the name constraints of an authority do not allow a name of a certificate.
  public enum ConstraintFault: Error, Equatable, Sendable {
    /// The maximum number of permitted subtrees in an error.
    public static let subtreeLimit = 16

    /// The names of the certificate cannot be read.
    case unreadable(X509Error)
    /// A name of the certificate is in a subtree that an authority excludes.
    case excluded(GeneralName, by: Subtree, of: Name)
    /// A name of the certificate is in none of the subtrees that an authority permits for the
    /// name's form. The error contains the first permitted subtrees and the number of omitted
    /// subtrees.
    case notPermitted(GeneralName, only: [Subtree], omittedCount: Int, of: Name)
    /// A name of the certificate has a constrained name form, but cannot be compared with the name
    /// constraints.
    case incomparable(GeneralName, for: Name)
    /// A name constraint is malformed, and the certificate contains a name of the constraint's
    /// form.
    case malformed(Subtree, of: Name)
    /// The check of the name constraints exceeds the maximum number of comparisons.
    case tooManyComparisons
  }
}

extension X509.ConstraintFault {
  /// The section of the RFC that defines the violated rule.
  public var section: String {
    switch self {
    case .unreadable: "RFC 5280 section 4.2.1.6"
    case .excluded, .notPermitted, .incomparable, .malformed: "RFC 5280 section 4.2.1.10"
    case .tooManyComparisons: "RFC 5280 section 6.1"
    }
  }
}

extension X509.ConstraintFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let error): "\(error)"
    case .excluded(let name, let subtree, let authority):
      "the name \(name) is in the subtree \(subtree), which the name constraints of "
        + "\"\(authority)\" exclude"
    case .notPermitted(let name, let subtrees, let omittedCount, let authority):
      "the name \(name) is in none of the subtrees that the name constraints of "
        + "\"\(authority)\" permit: "
        + subtrees.map { "\($0)" }.joined(separator: ", ")
        + (omittedCount > 0 ? " and \(omittedCount) more" : "")
    case .incomparable(let name, let authority):
      "the name \(name) cannot be compared with the name constraints of \"\(authority)\""
    case .malformed(let subtree, let authority):
      "the name constraint \(subtree) of \"\(authority)\" is malformed, or has an unknown form"
    case .tooManyComparisons:
      "the certificate path has too many names and name constraints to compare"
    }
  }
}
