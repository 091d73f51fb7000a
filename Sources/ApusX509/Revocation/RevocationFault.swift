public import ApusASN1

extension X509 {
  /// Why a certificate is not believed, as far as revocation goes.
  public enum RevocationFault: Error, Equatable, Sendable {
    /// The certificate was revoked at that time.
    case revoked(ASN1.Time, RevocationReason, by: RevocationSource)
    /// Nothing says that it is not, and something must; with what was looked at in vain.
    case unanswered([RevocationProblem])
  }

  /// The source that says whether a certificate is revoked.
  public enum RevocationSource: Hashable, Sendable {
    /// A revocation list.
    case list
    /// An OCSP response.
    case ocsp
  }

  /// The answer about a certificate that is not known to be revoked.
  public enum RevocationAnswer: Equatable, Sendable {
    /// No one asked.
    case notAsked
    /// The certificate is not revoked.
    case good(by: RevocationSource)
    /// Nothing says so, nor the contrary; with what was looked at in vain.
    case unanswered([RevocationProblem])
  }
}

extension X509.RevocationFault {
  /// Where the rule stands.
  public var section: String {
    switch self {
    case .revoked(_, _, by: .list): "RFC 5280 section 6.3"
    case .revoked(_, _, by: .ocsp): "RFC 6960 section 2.2"
    case .unanswered(let problems): problems.first?.section ?? "RFC 5280 section 6.1.3"
    }
  }

  /// What to do about it.
  public var hint: String? {
    switch self {
    case .revoked: "have another certificate issued, for another key"
    case .unanswered: "supply a current revocation list, or have the server staple a response"
    }
  }
}

extension X509.RevocationFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .revoked(let time, let reason, let source):
      "was revoked at \(X509.RevocationProblem.moment(time)) \(reason), by \(source)"
    case .unanswered(let problems):
      problems.isEmpty
        ? "nothing says that it is not revoked"
        : "nothing says that it is not revoked: "
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
