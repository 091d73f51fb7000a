internal import ApusASN1

extension X509 {
  /// Why a certificate was revoked.
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
    /// No one says why.
    case unspecified = 0
    /// The private key is known to others.
    case keyCompromise = 1
    /// The private key of the authority is known to others.
    case authorityCompromise = 2
    /// The subject's name or place has changed.
    case affiliationChanged = 3
    /// There is another certificate instead.
    case superseded = 4
    /// The certificate is no longer needed.
    case cessationOfOperation = 5
    /// The certificate is on hold, perhaps not for ever.
    case certificateHold = 6
    /// The certificate was on hold, and is no longer: in lists of changes alone.
    case removeFromCRL = 8
    /// The subject may no longer do what the certificate says.
    case privilegeWithdrawn = 9
    /// What vouched for attributes cannot be relied on.
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
    case .unspecified: "for a reason that is not stated"
    case .keyCompromise: "because its key is known to others"
    case .authorityCompromise: "because the key of its authority is known to others"
    case .affiliationChanged: "because its subject has changed its name or place"
    case .superseded: "because there is another one instead"
    case .cessationOfOperation: "because it is no longer needed"
    case .certificateHold: "because it is on hold"
    case .removeFromCRL: "and is on hold no longer"
    case .privilegeWithdrawn: "because its subject may no longer do what it says"
    case .attributeAuthorityCompromise: "because what vouched for its attributes is compromised"
    }
  }
}
