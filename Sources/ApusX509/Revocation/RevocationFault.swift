public import ApusASN1

extension X509 {
  /// The reason a certificate fails the revocation check.
  public enum RevocationFault: Error, Equatable, Sendable {
    /// The certificate was revoked at the given time.
    case revoked(ASN1.Time, RevocationReason, by: RevocationSource)
    /// No evidence shows that the certificate is not revoked, but evidence is required. The error
    /// contains the problems of each list and each response.
    case unanswered([RevocationProblem])
  }

  /// The source of a certificate's revocation status.
  public enum RevocationSource: Hashable, Sendable {
    /// A revocation list (CRL) as the source of the status.
    case list
    /// An OCSP response as the source of the status.
    case ocsp
  }

  /// The result of the revocation check for a certificate that is not known to be revoked.
  public enum RevocationAnswer: Equatable, Sendable {
    /// The revocation status of the certificate was not checked.
    case notAsked
    /// The certificate is not revoked.
    case good(by: RevocationSource)
    /// No evidence shows that the certificate is revoked or is not revoked. The result contains the
    /// problems of each list and each response.
    case unanswered([RevocationProblem])
  }
}

extension X509.RevocationFault {
  /// The section of the standard that defines the violated rule.
  public var section: String {
    switch self {
    case .revoked(_, _, by: .list): "RFC 5280 section 6.3"
    case .revoked(_, _, by: .ocsp): "RFC 6960 section 2.2"
    case .unanswered(let problems): problems.first?.section ?? "RFC 5280 section 6.1.3"
    }
  }

  /// A hint at the remedy for the fault, or `nil` if no remedy is known.
  public var hint: String? {
    switch self {
    case .revoked: "replace the certificate by a new certificate for a new key"
    case .unanswered:
      "supply a current revocation list, or configure the server to staple an OCSP "
        + "response"
    }
  }
}

extension X509.RevocationFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .revoked(let time, let reason, let source):
      "the certificate was revoked at \(X509.RevocationProblem.moment(time)) \(reason), "
        + "as \(source) states"
    case .unanswered(let problems):
      problems.isEmpty
        ? "the revocation status of the certificate is not known"
        : "the revocation status of the certificate is not known: "
          + problems.map(\.description).joined(separator: "; ")
    }
  }
}

extension X509.RevocationSource: CustomStringConvertible {
  public var description: String {
    switch self {
    case .list: "a revocation list"
    case .ocsp: "an OCSP response"
    }
  }
}
