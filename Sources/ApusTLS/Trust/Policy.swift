internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The requirements that a client has for a server's certificates.
  ///
  ///     $0.tls.policy.leastRSABitCount = 3_072
  ///     $0.tls.policy.danger = [.wrongHost]
  ///
  /// Apus always searches and checks a certification path to a trusted root, which includes dates,
  /// signatures, the host name and key purposes. Pins are additional requirements for the checked
  /// path, and do not apply to other certificates of the server. A policy without pins still makes
  /// all other checks, because each check is only disabled by its name in `danger`.
  ///
  /// The pinning modes are the modes of AFNetworking's security policy, and have the same effects,
  /// with these exceptions:
  ///
  /// - The equivalent of `validatesDomainName` false is `danger: [.wrongHost]`. The purpose of keys
  ///   is still checked if host names are not compared.
  /// - `allowInvalidCertificates` has the same effect with pinned certificates. The setting has no
  ///   effect with pinned keys, or without pins and a host, because each of these checks is
  ///   disabled by its name in `danger`. Signatures, key strength and the rights of authorities are
  ///   always checked.
  /// - Signatures connect an untrusted path from the server's own certificate upward, so a pin
  ///   never matches an unrelated certificate of the server.
  /// - Pinned certificates are read from a named folder, and an unreadable file causes an error
  ///   when the folder is read. Certificates without a usable key are listed.
  /// - A policy is a value, has rules for hashes of keys, and can apply to specific hosts. The
  ///   error contains the reason for a rejection, and no log contains the reason.
  /// - An evaluator with `danger: [.overruled]` is the equivalent of a challenge handler that
  ///   accepts a server.
  ///
  /// By default, revocation is checked with stapled responses only (see `revocation`), and
  /// certificate transparency is not checked.
  public struct Policy: Sendable {
    /// The requirement for pinned certificates. The default is `none`.
    public var pinning = Pinning.none
    /// A Boolean value that indicates whether pinned certificates replace the trusted roots.
    /// The default is false.
    ///
    /// The setting has an effect only if certificates are pinned. A client can use the setting to
    /// trust a self-signed server, and all other checks of the server remain.
    public var allowsInvalidCertificates = false
    /// The certificate checks that are disabled. The default is empty.
    public var danger: Danger = []
    /// The key pins that hosts must satisfy. The default is no rules.
    public var rules = PinRules()
    /// The rules for certificates in addition to the rules that always apply.
    /// The default is `X509.Profile.default`.
    public var profile = X509.Profile.default
    /// The minimum number of bits of an RSA key of a server or an intermediate.
    /// The default is 2,048.
    ///
    /// The minimum is never below 2,048, even if the property has a smaller value.
    public var leastRSABitCount = RSA.minimumBitCount
    /// The check of certificate revocation; by default `whenPresent`, of stapled OCSP responses.
    public var revocation = X509.Revocation.whenPresent
    /// The program's own check of servers (certificate evaluator) after the policy. The default is
    /// nil.
    public var evaluator: Evaluator?
    /// A callback for violated pin rules that are report-only or expired. The default is nil.
    ///
    /// A report-only or expired rule never rejects a server. The callback must return quickly.
    public var onReport: (@Sendable (PinReport) -> Void)?

    var pinned = PinnedCertificates()

    /// Creates the default trust policy, which has no pins and no disabled checks.
    public init() {}

    /// Creates a trust policy from a pinning mode and the pinned certificates.
    ///
    /// - Parameters:
    ///   - pinning: The pinning mode, which determines the use of the certificates.
    ///   - certificates: The certificates that are pinned.
    public init(_ pinning: Pinning, pinned certificates: [X509.Certificate]) {
      self.pinning = pinning
      pinned = PinnedCertificates(certificates)
    }

    /// The pinned certificates without duplicates.
    public var pinnedCertificates: [X509.Certificate] {
      get { pinned.certificates }
      set { pinned = PinnedCertificates(newValue) }
    }

    /// The pinned certificates whose public keys cannot be pinned.
    public var skippedCertificates: [X509.Certificate] { pinned.skipped }

    /// A Boolean value that indicates whether the server's certificate must name the host.
    public var validatesDomainName: Bool { !danger.contains(.wrongHost) }
  }
}

extension TLS.Policy {
  /// Returns the missing setting that makes the policy reject every server, or `nil` if no setting
  /// is missing.
  func lack(namingHost hasHost: Bool) -> TLS.TrustFailure.Reason? {
    let isPinned = pinning != .none && !pinnedCertificates.isEmpty
    if hasHost, allowsInvalidCertificates, validatesDomainName, !isPinned {
      return .nothingToJudgeBy
    }
    return pinning != .none && !isPinned ? .noPinnedCertificates(pinning) : nil
  }

  /// Checks that the policy can accept at least one server with a host name.
  ///
  /// The method throws an error if the settings of the policy prove that the policy rejects every
  /// server.
  package func expectSomebody() throws(TLS.PolicyError) {
    // A certificate evaluator that can overrule the policy can accept any server.
    guard !danger.contains(.overruled) else { return }
    if let lack = lack(namingHost: true) { throw .refusesEverybody(lack) }
  }

  /// A Boolean value that indicates whether the policy requires trusted root certificates.
  package var needsRoots: Bool {
    (pinning != .certificate || !allowsInvalidCertificates)
      && danger.isDisjoint(with: [.untrusted, .selfSigned, .overruled])
  }
}

extension TLS.Policy: CustomStringConvertible {
  /// A description of the policy's requirements that starts with the disabled checks.
  public var description: String {
    var parts: [String] = danger.isEmpty ? [] : ["\(danger)"]
    switch pinning {
    case .none: parts.append("no pinned certificates")
    case .publicKey: parts.append("the key of one of \(pinned.certificates.count) certificates")
    case .certificate: parts.append("one of \(pinned.certificates.count) certificates")
    }
    if allowsInvalidCertificates { parts.append("pinned certificates instead of roots") }
    if !rules.rules.isEmpty { parts.append("\(rules.rules.count) key pin rules") }
    if rules.coversEveryHost { parts.append("no host without a rule") }
    parts.append("the profile \"\(profile)\"")
    if leastRSABitCount > RSA.minimumBitCount {
      parts.append("RSA keys of \(leastRSABitCount) bits or more")
    }
    if let evaluator { parts.append("the evaluator \"\(evaluator.name)\"") }
    return parts.joined(separator: ", ")
  }
}
