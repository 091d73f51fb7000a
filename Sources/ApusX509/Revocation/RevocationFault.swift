public import ApusASN1

extension X509 {
  /// The reason a certificate is not trusted in the check of revocation.
  public enum RevocationFault: Error, Equatable, Sendable {
    /// The certificate was revoked at that time.
    case revoked(ASN1.Time, RevocationReason, by: RevocationSource)
    /// There is no evidence that it is not revoked, but it is required; with the problems of each
    /// source.
    case unanswered([RevocationProblem])
  }

  /// The source of a certificate's status.
  public enum RevocationSource: Hashable, Sendable {
    /// A revocation list.
    case list
    /// An OCSP response.
    case ocsp
  }

  /// The answer about a certificate that is not known to be revoked.
  public enum RevocationAnswer: Equatable, Sendable {
    /// Revocation was not checked.
    case notAsked
    /// The certificate is not revoked.
    case good(by: RevocationSource)
    /// There is no evidence that it is or is not revoked; with the problems of each source.
    case unanswered([RevocationProblem])
  }
}

extension X509.RevocationFault {
  /// The section of the standard that defines the rule.
  public var section: String {
    switch self {
    case .revoked(_, _, by: .list): "RFC 5280 section 6.3"
    case .revoked(_, _, by: .ocsp): "RFC 6960 section 2.2"
    case .unanswered(let problems): problems.first?.section ?? "RFC 5280 section 6.1.3"
    }
  }

  /// A hint at the remedy.
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
