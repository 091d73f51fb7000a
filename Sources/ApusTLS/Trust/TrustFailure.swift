public import ApusNames
public import ApusX509

extension TLS {
  /// That a server is not believed: who, when, with which certificate, and by which rule.
  public struct TrustFailure: Error, Equatable, Sendable {
    /// Why a server is not believed.
    public enum Reason: Error, Equatable, Sendable {
      /// The server has shown no certificate.
      case noCertificate
      /// The policy allows invalid certificates and pins none, so that anybody would do: SP-09.
      case nothingToJudgeBy
      /// The policy's mode pins certificates, and there are none: SP-15.
      case noPinnedCertificates(Pinning)
      /// No path to a trusted root is to be believed.
      case notBelieved(X509.TrustFailure)
      /// No path to a pinned certificate is to be believed.
      case certificateNotPinned(X509.TrustFailure)
      /// An RSA key of the path is shorter than the policy wants it.
      case shortRSAKey(bitCount: Int, least: Int)
      /// No key of the path is that of a pinned certificate; what they hash to.
      case keyNotPinned(found: [X509.Pin])
      /// No key of the path is pinned for the host; what they hash to.
      case ruleNotMet(PinRule, found: [X509.Pin])
      /// Every host must have a rule, and this one has none in force.
      case noRule
      /// There are rules about hosts, and no host was named.
      case noHostForRules
      /// The caller's own evaluator refuses it, in these words.
      case refusedByEvaluator(String, String)
    }

    /// Why.
    public let reason: Reason
    /// The certificate that the server has shown as its own.
    public let leaf: X509.Certificate?
    /// Who was asked.
    public let host: CanonicalHost?
    /// The time at which it was judged, by this machine's clock.
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
  /// Every path that was tried, where the reason is about paths.
  public var pathFailure: X509.TrustFailure? {
    switch reason {
    case .notBelieved(let rejection), .certificateNotPinned(let rejection): rejection
    case .noCertificate, .nothingToJudgeBy, .noPinnedCertificates, .keyNotPinned, .ruleNotMet,
      .shortRSAKey, .noRule, .noHostForRules, .refusedByEvaluator:
      nil
    }
  }

  /// The alert that the server is sent.
  ///
  /// RFC 8446 section 6.2; that an empty list is an error of decoding stands in section 4.4.2.4.
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
  /// What a peer is told of a certificate with that fault.
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
