internal import ApusCrypto
public import ApusX509

extension TLS {
  /// The requirements for a server's certificates.
  ///
  ///     $0.tls.policy.leastRSABitCount = 3_072
  ///     $0.tls.policy.danger = [.wrongHost]
  ///
  /// Apus always searches and checks a path to a trusted root: dates, signatures, the host's name,
  /// key purposes. Pins are additional requirements, for the checked path only and not for other
  /// certificates of the server. Disabling pins never disables other checks: each check is only
  /// disabled by its name in `danger`.
  ///
  /// The modes are those of AFNetworking's security policy, and have the same effects, with these
  /// exceptions:
  ///
  /// - `validatesDomainName` false is `danger: [.wrongHost]`. Without a comparison of names, the
  ///   purpose of keys is still checked.
  /// - `allowInvalidCertificates` has the same effect with pinned certificates. With pinned keys,
  ///   or without pins and a host, it has no effect: each check that it disabled there is disabled
  ///   by its name in `danger`. Signatures, key strength and the rights of authorities are always
  ///   checked.
  /// - An untrusted path is built by signatures from the server's own certificate upward, so that a
  ///   pin never matches an unrelated certificate of the server.
  /// - Pinned certificates are read from a named folder, an unreadable file is an error at that
  ///   time, and certificates without a usable key are listed.
  /// - A policy is a value, has rules for hashes of keys, and can be one of several by host. The
  ///   reason for a rejection is in the error and in no log.
  /// - The handler of a challenge that accepts is an evaluator with `danger: [.overruled]`.
  ///
  /// By default, revocation is checked with stapled responses only (see `revocation`), and
  /// certificate transparency is not checked.
  public struct Policy: Sendable {
    /// The requirement for pinned certificates. The default is `none`.
    public var pinning = Pinning.none
    /// A Boolean value that indicates whether pinned certificates replace the roots.
    /// The default is false.
    ///
    /// It only has an effect if certificates are pinned. This is the way to trust a self-signed
    /// server: all other checks of it remain.
    public var allowsInvalidCertificates = false
    /// The disabled checks. The default is empty.
    public var danger: Danger = []
    /// The key pins of hosts. The default is no rules.
    public var rules = PinRules()
    /// The rules for certificates, in addition to the ones that always apply.
    /// The default is `X509.Profile.default`.
    public var profile = X509.Profile.default
    /// The smallest number of bits of an RSA key of a server or an intermediate.
    /// The default is 2,048.
    ///
    /// The limit is never below 2,048, even if this is.
    public var leastRSABitCount = RSA.minimumBitCount
    /// The check of revocation; by default `whenPresent`, of the response that a server staples.
    public var revocation = X509.Revocation.whenPresent
    /// The caller's own check of servers. The default is nil.
    public var evaluator: Evaluator?
    /// A callback for each rule that a server violates without being rejected. The default is nil.
    ///
    /// The rule is report-only or expired. The callback must be quick.
    public var onReport: (@Sendable (PinReport) -> Void)?

    var pinned = PinnedCertificates()

    /// Creates the default policy: no pins, no disabled check.
    public init() {}

    /// Creates a policy from a mode and its certificates.
    ///
    /// - Parameters:
    ///   - pinning: The use of the certificates.
    ///   - certificates: The certificates that are pinned.
    public init(_ pinning: Pinning, pinned certificates: [X509.Certificate]) {
      self.pinning = pinning
      pinned = PinnedCertificates(certificates)
    }

    /// The pinned certificates, without duplicates.
    public var pinnedCertificates: [X509.Certificate] {
      get { pinned.certificates }
      set { pinned = PinnedCertificates(newValue) }
    }

    /// The pinned certificates with unusable keys, which cannot be pinned by key.
    public var skippedCertificates: [X509.Certificate] { pinned.skipped }

    /// A Boolean value that indicates whether the server's certificate must name the host.
    public var validatesDomainName: Bool { !danger.contains(.wrongHost) }
  }
}

extension TLS.Policy {
  /// Returns the missing setting without which the policy cannot accept any server.
  func lack(namingHost hasHost: Bool) -> TLS.TrustFailure.Reason? {
    let isPinned = pinning != .none && !pinnedCertificates.isEmpty
    if hasHost, allowsInvalidCertificates, validatesDomainName, !isPinned {
      return .nothingToJudgeBy
    }
    return pinning != .none && !isPinned ? .noPinnedCertificates(pinning) : nil
  }

  /// Checks that the policy can accept at least one server with a name, as far as this can be
  /// known.
  package func expectSomebody() throws(TLS.PolicyError) {
    // An evaluator that can overrule the policy can accept any server.
    guard !danger.contains(.overruled) else { return }
    if let lack = lack(namingHost: true) { throw .refusesEverybody(lack) }
  }

  /// A Boolean value that indicates whether the policy accepts no server without roots.
  package var needsRoots: Bool {
    (pinning != .certificate || !allowsInvalidCertificates)
      && danger.isDisjoint(with: [.untrusted, .selfSigned, .overruled])
  }
}

extension TLS.Policy: CustomStringConvertible {
  /// The policy's requirements, with a disabled check first.
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
