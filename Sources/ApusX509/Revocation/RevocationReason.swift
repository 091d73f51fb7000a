internal import ApusASN1

extension X509 {
  /// The reason for the revocation of a certificate.
  ///
  ///     CRLReason ::= ENUMERATED {
  ///       unspecified             (0),
  ///       keyCompromise           (1),
  ///       cACompromise            (2),
  ///       affiliationChanged      (3),
  ///       superseded              (4),
  ///       cessationOfOperation    (5),
  ///       certificateHold         (6),
  ///            -- value 7 is not used
  ///       removeFromCRL           (8),
  ///       privilegeWithdrawn      (9),
  ///       aACompromise           (10) }
  ///
  /// RFC 5280 section 5.3.1.
  public enum RevocationReason: Int, Hashable, Sendable, CaseIterable {
    /// The reason for the revocation is not stated.
    case unspecified = 0
    /// The private key of the certificate is compromised.
    case keyCompromise = 1
    /// The private key of the certificate authority is compromised.
    case authorityCompromise = 2
    /// The subject's name or affiliation has changed.
    case affiliationChanged = 3
    /// Another certificate has replaced the revoked certificate.
    case superseded = 4
    /// The certificate is no longer needed.
    case cessationOfOperation = 5
    /// The certificate is on hold, possibly temporarily.
    case certificateHold = 6
    /// The certificate is no longer on hold. The revocation reason removeFromCRL occurs only in
    /// delta CRLs.
    case removeFromCRL = 8
    /// A privilege in the certificate was withdrawn.
    case privilegeWithdrawn = 9
    /// The attribute authority is compromised.
    case attributeAuthorityCompromise = 10

    init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      let start = reader.position
      let number = try reader.reading { (reader) throws(ASN1Error) in
        try reader.readEnumerated(in: der)
      }
      guard let reason = RevocationReason(rawValue: number) else {
        throw reader.broken(.knownReason, at: start)
      }
      self = reason
    }
  }
}

extension X509.RevocationReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unspecified: "for an unspecified reason"
    case .keyCompromise: "because the key of the certificate is compromised"
    case .authorityCompromise: "because the key of the issuing authority is compromised"
    case .affiliationChanged:
      "because the subject of the certificate has changed its name or affiliation"
    case .superseded: "because the certificate is superseded by another certificate"
    case .cessationOfOperation: "because the certificate is no longer needed"
    case .certificateHold: "because the certificate is on hold"
    case .removeFromCRL: "and the certificate is no longer on hold"
    case .privilegeWithdrawn: "because a privilege of the subject was withdrawn"
    case .attributeAuthorityCompromise:
      "because the attribute authority of the certificate is compromised"
    }
  }
}
