extension X509 {
  /// Why a name of a certificate is not allowed by the authorities above.
  public enum ConstraintFault: Error, Equatable, Sendable {
    /// How many permitted subtrees are kept.
    public static let subtreeLimit = 16

    /// The names cannot be read.
    case unreadable(X509Error)
    /// A name lies in a subtree that an authority excludes.
    case excluded(GeneralName, by: Subtree, of: Name)
    /// A name lies in none of the subtrees that an authority permits of its form: the first of
    /// them, and how many more.
    case notPermitted(GeneralName, only: [Subtree], omittedCount: Int, of: Name)
    /// A name of a form that an authority constrains cannot be compared.
    case incomparable(GeneralName, for: Name)
    /// A constraint on names of a form that the certificate has cannot be compared with them.
    case malformed(Subtree, of: Name)
    /// Comparing takes more than is allowed.
    case tooManyComparisons
  }
}

extension X509.ConstraintFault {
  /// Where the rule stands.
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
      "\(name) lies in \(subtree), which \"\(authority)\" excludes"
    case .notPermitted(let name, let subtrees, let omittedCount, let authority):
      "\(name) does not lie in what \"\(authority)\" permits: "
        + subtrees.map { "\($0)" }.joined(separator: ", ")
        + (omittedCount > 0 ? " and \(omittedCount) more" : "")
    case .incomparable(let name, let authority):
      "\(name) cannot be compared with the constraints of \"\(authority)\""
    case .malformed(let subtree, let authority):
      "the constraint \(subtree) of \"\(authority)\" is malformed, or of a form that is not known"
    case .tooManyComparisons: "names and name constraints are too many to be compared"
    }
  }
}
