public import ApusASN1
internal import ApusBytes

extension X509 {
  /// Why a revocation list or an OCSP response says nothing about a certificate.
  public indirect enum RevocationProblem: Equatable, Sendable {
    /// It is by another issuer, or about one.
    case otherIssuer
    /// It is about other certificates of the issuer.
    case outOfScope
    /// It knows of some reasons only, and the certificate is not in it.
    case someReasonsOnly
    /// It is about certificates of other issuers, and is not marked as indirect.
    case notIndirect
    /// It is of an issuer of lists for which no valid path to the anchor is known.
    case unverifiedIssuer
    /// It holds changes to a list that is not at hand, or not one that they can be made to.
    case changesOnly
    /// It names another key of the issuer as its signer than the one that has signed the
    /// certificate, and no valid path to the anchor is known for that key.
    case otherKey
    /// It breaks a rule of the profile about lists.
    case broken(Requirement)
    /// It means nothing to who does not know that extension.
    case unknownCriticalExtension(OID)
    /// The key of the issuer may not sign revocation lists.
    case keyMayNotSignLists
    /// The signature is wrong.
    case wrongSignature
    /// The signature or a key cannot be checked, or what is needed cannot be read.
    case unreadable(X509Error)
    /// It is of a later time.
    case notYetValid(ASN1.Time)
    /// There should be a newer one by now.
    case stale(ASN1.Time)
    /// It does not say until when it holds.
    case endless
    /// The responder answers that it cannot answer.
    case unsuccessful(OCSPResponse.Failure)
    /// The responder is neither the issuer nor one that the issuer has appointed.
    case unauthorizedResponder
    /// The certificate of the responder is itself revoked.
    case revokedResponder
    /// The response is about other certificates only.
    case otherCertificate
    /// The responder does not know the certificate.
    case unknownCertificate
    /// The certificate says that its server staples a response, and none was stapled.
    case notStapled
    /// Evidence of that name says nothing, for a reason of its own.
    case evidence(String, RevocationProblem)
  }
}

extension X509.RevocationProblem {
  /// Where the rule stands.
  public var section: String {
    switch self {
    case .otherIssuer, .outOfScope, .someReasonsOnly, .keyMayNotSignLists, .wrongSignature,
      .unverifiedIssuer:
      "RFC 5280 section 6.3.3"
    case .notIndirect: "RFC 5280 section 5.2.5"
    case .changesOnly: "RFC 5280 section 5.2.4"
    case .otherKey: "RFC 5280 section 5.2.1"
    case .broken(let requirement): requirement.section
    case .unknownCriticalExtension: "RFC 5280 section 5.2"
    case .unreadable: "RFC 5280 section 5.1"
    case .notYetValid, .stale, .endless: "RFC 5280 section 5.1.2"
    case .unsuccessful: "RFC 6960 section 2.3"
    case .unauthorizedResponder, .revokedResponder: "RFC 6960 section 4.2.2.2"
    case .otherCertificate: "RFC 6960 section 3.2"
    case .unknownCertificate: "RFC 6960 section 2.2"
    case .notStapled: "RFC 7633 section 4.2"
    case .evidence(_, let problem): problem.section
    }
  }
}

extension X509.RevocationProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .otherIssuer: "it is of another issuer"
    case .outOfScope: "it is about other certificates of the issuer"
    case .someReasonsOnly: "it knows of some reasons only"
    case .notIndirect: "it is about certificates of other issuers, and is not marked as indirect"
    case .unverifiedIssuer: "no certificate of its issuer leads to the trust anchor of the path"
    case .changesOnly: "it holds changes to a list that is not at hand"
    case .otherKey:
      "it is signed by another key of the issuer, and no certificate of that key leads to the "
        + "trust anchor of the path"
    case .broken(let requirement): "\(requirement)"
    case .unknownCriticalExtension(let oid):
      "the extension \(X509.brief(oid)) is critical, and not understood"
    case .keyMayNotSignLists: "the key of its issuer may not sign revocation lists"
    case .wrongSignature: "its signature is wrong"
    case .unreadable(let error): "\(error)"
    case .notYetValid(let time): "it is valid from \(Self.moment(time)) on"
    case .stale(let time): "it was valid until \(Self.moment(time))"
    case .endless: "it does not say until when it holds"
    case .unsuccessful(let failure): "the responder answers that \(failure)"
    case .unauthorizedResponder: "its responder is neither the issuer nor appointed by it"
    case .revokedResponder: "the certificate of its responder is revoked"
    case .otherCertificate: "it is about other certificates"
    case .unknownCertificate: "its responder does not know the certificate"
    case .notStapled: "the certificate is to come with a stapled response, and came with none"
    case .evidence(let name, let problem):
      "\(ForeignText.escaped(name.utf8, limit: 4_096)): \(problem)"
    }
  }

  static func moment(_ time: ASN1.Time) -> UnixTime {
    UnixTime(secondsSinceEpoch: time.secondsSinceEpoch)
  }
}
