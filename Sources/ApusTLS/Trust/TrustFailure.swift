public import ApusNames
public import ApusX509

extension TLS {
  /// The reason a server is not trusted, with the host, the moment and the certificate.
  public struct TrustFailure: Error, Equatable, Sendable {
    /// The rule that rejected the server.
    public enum Reason: Error, Equatable, Sendable {
      /// The server has sent no certificate.
      case noCertificate
      /// The policy allows invalid certificates and pins none, so any server would be accepted.
      case nothingToJudgeBy
      /// The policy's mode pins certificates, and there are none.
      case noPinnedCertificates(Pinning)
      /// There is no valid path to a trusted root.
      case notBelieved(X509.TrustFailure)
      /// There is no valid path to a pinned certificate.
      case certificateNotPinned(X509.TrustFailure)
      /// An RSA key of the path is shorter than the policy's limit.
      case shortRSAKey(bitCount: Int, least: Int)
      /// No key of the path belongs to a pinned certificate; with the pins of its keys.
      case keyNotPinned(found: [X509.Pin])
      /// No key of the path is pinned for the host; with the pins of its keys.
      case ruleNotMet(PinRule, found: [X509.Pin])
      /// Every host must have a rule, and this one has none in force.
      case noRule
      /// There are rules for hosts, and no host was named.
      case noHostForRules
      /// The caller's own evaluator rejects it, with its name and its reason.
      case refusedByEvaluator(String, String)
    }

    /// The rule that rejected the server.
    public let reason: Reason
    /// The server's own certificate.
    public let leaf: X509.Certificate?
    /// The requested host.
    public let host: CanonicalHost?
    /// The time of the check, by this machine's clock.
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
  /// Every tried path, if the reason is about paths.
  public var pathFailure: X509.TrustFailure? {
    switch reason {
    case .notBelieved(let rejection), .certificateNotPinned(let rejection): rejection
    case .noCertificate, .nothingToJudgeBy, .noPinnedCertificates, .keyNotPinned, .ruleNotMet,
      .shortRSAKey, .noRule, .noHostForRules, .refusedByEvaluator:
      nil
    }
  }

  /// The alert that the server receives.
  ///
  /// RFC 8446 section 6.2; section 4.4.2.4 defines an empty list as a decoding error.
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
  /// The alert that a peer receives for a certificate with the fault.
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
