public import ApusNames
public import ApusX509

extension TLS {
  /// The reason a server is not trusted, with the host, the time and the server's certificate.
  public struct TrustFailure: Error, Equatable, Sendable {
    /// The reason that the trust policy rejected the server.
    public enum Reason: Error, Equatable, Sendable {
      /// The server has sent no certificate.
      case noCertificate
      /// The policy allows invalid certificates and pins no certificates, so the policy would
      /// accept any server.
      case nothingToJudgeBy
      /// The policy's pinning mode requires pinned certificates, but the policy contains none.
      case noPinnedCertificates(Pinning)
      /// The server's certificates have no valid path to a trusted root.
      case notBelieved(X509.TrustFailure)
      /// The server's certificates have no valid path to a pinned certificate.
      case certificateNotPinned(X509.TrustFailure)
      /// An RSA key of the certification path is shorter than the policy's limit.
      case shortRSAKey(bitCount: Int, least: Int)
      /// No key of the certification path belongs to a pinned certificate. The error contains the
      /// pins of the path's keys.
      case keyNotPinned(found: [X509.Pin])
      /// No key of the certification path satisfies the pin rule for the host. The error contains
      /// the pins of the path's keys.
      case ruleNotMet(PinRule, found: [X509.Pin])
      /// The policy requires a pin rule for every host, but no rule is in force for this host.
      case noRule
      /// The policy has pin rules for hosts, but the caller specified no host.
      case noHostForRules
      /// The certificate evaluator rejects the server. The error contains the evaluator's name and
      /// its reason.
      case refusedByEvaluator(String, String)
    }

    /// The reason that the trust policy rejected the server.
    public let reason: Reason
    /// The server's own certificate, or `nil` if the server sent no certificate.
    public let leaf: X509.Certificate?
    /// The requested host, or `nil` if the caller specified no host.
    public let host: CanonicalHost?
    /// The time of the certificate check, by the clock of this machine.
    public let moment: UnixTime

    init(
      _ reason: Reason, leaf: X509.Certificate?, host: CanonicalHost?, at moment: UnixTime
    ) {
      self.reason = reason
      self.leaf = leaf
      self.host = host
      self.moment = moment
    }
  }
}

extension TLS.TrustFailure {
  /// The failures of all tried certification paths, or `nil` if the reason does not concern paths.
  public var pathFailure: X509.TrustFailure? {
    switch reason {
    case .notBelieved(let rejection), .certificateNotPinned(let rejection): rejection
    case .noCertificate, .nothingToJudgeBy, .noPinnedCertificates, .keyNotPinned, .ruleNotMet,
      .shortRSAKey, .noRule, .noHostForRules, .refusedByEvaluator:
      nil
    }
  }

  /// The TLS alert that the server receives.
  ///
  /// RFC 8446 section 6.2. RFC 8446 section 4.4.2.4 defines an empty certificate list as a decoding
  /// error.
  public var alert: TLS.AlertDescription {
    switch reason {
    case .noCertificate: .decodeError
    case .notBelieved(let rejection): rejection.fault.alert
    case .shortRSAKey: .unsupportedCertificate
    case .nothingToJudgeBy, .noPinnedCertificates, .certificateNotPinned, .keyNotPinned,
      .ruleNotMet, .noRule, .noHostForRules, .refusedByEvaluator:
      .accessDenied
    }
  }
}

extension X509.Fault {
  /// The TLS alert that a peer receives for a certificate with this fault.
  package var alert: TLS.AlertDescription {
    switch self {
    case .expired, .notYetValid: .certificateExpired
    case .untrustedRoot, .missingIssuer: .unknownCA
    case .revocation(.revoked): .certificateRevoked
    case .revocation(.unanswered): .badCertificateStatusResponse
    case .forbiddenKey, .weakKey, .keyMayNotServe, .wrongPurpose: .unsupportedCertificate
    case .unreadable, .unusableKey, .wrongSignature, .signatureAlgorithm, .name: .badCertificate
    case .broken, .emptyIssuer, .unknownCriticalExtension, .precertificate, .notAuthority,
      .keyMayNotSign, .pathTooLong, .tooDeep, .constraint, .policy, .exhausted:
      .certificateUnknown
    }
  }
}
