public import ApusASN1
internal import ApusBytes

extension X509 {
  /// The reason a revocation list or an OCSP response has no verdict about a certificate.
  public indirect enum RevocationProblem: Equatable, Sendable {
    /// The revocation list is from another issuer, or the OCSP response is about another issuer.
    case otherIssuer
    /// The revocation list is about other certificates of the issuer.
    case outOfScope
    /// The revocation list covers only some reasons and does not contain the certificate.
    case someReasonsOnly
    /// The revocation list is about certificates of other issuers, but is not marked as indirect.
    case notIndirect
    /// The revocation list is from an issuer without a known valid path to the trust anchor.
    case unverifiedIssuer
    /// The revocation list is a delta CRL, and the matching complete CRL is missing.
    case changesOnly
    /// The revocation list names another key of the issuer as its signer than the key that signed
    /// the certificate. No valid path from the other key to the trust anchor is known.
    case otherKey
    /// The revocation list breaks a profile rule about lists.
    case broken(Requirement)
    /// The revocation list or OCSP response has an unsupported critical extension and must be
    /// rejected.
    case unknownCriticalExtension(OID)
    /// The key usage of the issuer does not allow signing revocation lists.
    case keyMayNotSignLists
    /// The signature of the revocation list or OCSP response is not valid.
    case wrongSignature
    /// The signature or the key cannot be checked, or a required part is malformed.
    case unreadable(X509Error)
    /// The time of the revocation list or OCSP response is in the future.
    case notYetValid(ASN1.Time)
    /// The next update of the revocation list or OCSP response is overdue.
    case stale(ASN1.Time)
    /// The revocation list or OCSP response does not state the time of its next update.
    case endless
    /// The OCSP responder returned an error.
    case unsuccessful(OCSPResponse.Failure)
    /// The OCSP responder is neither the certificate's issuer nor authorized by the issuer.
    case unauthorizedResponder
    /// The certificate of the OCSP responder is itself revoked.
    case revokedResponder
    /// The OCSP response is only about other certificates.
    case otherCertificate
    /// The OCSP responder does not know the certificate.
    case unknownCertificate
    /// The certificate requires a stapled OCSP response, but the server stapled no response.
    case notStapled
    /// The evidence with the given name has no verdict, because of the given problem.
    case evidence(String, RevocationProblem)
  }
}

extension X509.RevocationProblem {
  /// The section of the standard that defines the violated rule.
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
    case .otherIssuer:
      "the revocation list or OCSP response has another issuer than the certificate"
    case .outOfScope: "the revocation list covers other certificates of the issuer"
    case .someReasonsOnly: "the revocation list covers only some revocation reasons"
    case .notIndirect:
      "the revocation list covers certificates of other issuers, but is not marked as "
        + "indirect"
    case .unverifiedIssuer:
      "the issuer of the revocation list has no certificate that leads to the trust "
        + "anchor of the path"
    case .changesOnly: "the delta revocation list contains only the changes to a missing list"
    case .otherKey:
      "the revocation list is signed by another key of the issuer, and no certificate "
        + "of that key leads to the trust anchor of the path"
    case .broken(let requirement): "\(requirement)"
    case .unknownCriticalExtension(let oid):
      "the critical extension \(X509.brief(oid)) of the revocation list or OCSP "
        + "response is not supported"
    case .keyMayNotSignLists:
      "the key usage of the revocation list's issuer does not allow signing revocation "
        + "lists"
    case .wrongSignature: "the signature of the revocation list or OCSP response is not valid"
    case .unreadable(let error): "\(error)"
    case .notYetValid(let time):
      "the revocation list or OCSP response is not valid before \(Self.moment(time))"
    case .stale(let time):
      "the revocation list or OCSP response was only valid until \(Self.moment(time))"
    case .endless: "the revocation list or OCSP response states no end of its validity"
    case .unsuccessful(let failure): "the OCSP responder returned an error: \(failure)"
    case .unauthorizedResponder:
      "the OCSP responder is neither the issuer of the certificate nor authorized by the "
        + "issuer"
    case .revokedResponder: "the certificate of the OCSP responder is revoked"
    case .otherCertificate: "the OCSP response is about other certificates"
    case .unknownCertificate: "the OCSP responder does not know the certificate"
    case .notStapled:
      "the certificate requires a stapled OCSP response, but the server stapled no "
        + "response"
    case .evidence(let name, let problem):
      "\(ForeignText.escaped(name.utf8, limit: 4_096)): \(problem)"
    }
  }

  static func moment(_ time: ASN1.Time) -> UnixTime {
    UnixTime(secondsSinceEpoch: time.secondsSinceEpoch)
  }
}
