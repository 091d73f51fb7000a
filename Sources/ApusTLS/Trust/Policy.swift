internal import ApusCrypto
public import ApusX509

extension TLS {
  /// What a server's certificates are held to.
  ///
  /// A path to a trusted root is always looked for and always judged: dates, signatures, the host's
  /// name, what keys are for. Pins are asked for on top of that, on the path that was judged and on
  /// nothing else that the server may have sent. There is no way from "no pins" to "no checks": a
  /// check is lifted by its name in `danger`, and by nothing else.
  ///
  /// The modes are those of AFNetworking's security policy, and so is what comes of them, except
  /// for what follows; rows are those of the table in its specification here.
  ///
  /// - `validatesDomainName` false is `danger: [.wrongHost]` (SP-08). Where no name is compared,
  ///   the purpose of keys still is (SP-10, rows 3, 4, 11, 12, 19, 20, 23, 24).
  /// - `allowInvalidCertificates` does what it did with pinned certificates (rows 21 to 24). With
  ///   pinned keys, or without pins and a host, it changes nothing: what it left out there, each
  ///   check is lifted by its name in `danger` (rows 6 to 8, 13 to 16, SP-12, SP-17). Signatures,
  ///   strength of keys, and what authorities may do are held to even then.
  /// - An untrusted path is followed by its signatures from the server's own certificate upward, so
  ///   that a pin is never found in what is merely sent along (SP-18).
  /// - Certificates are pinned from a folder that is named (SP-03, SP-05), what cannot be read is
  ///   an error when it is read (SP-16), and certificates without a usable key are listed (SP-06).
  /// - A policy is a value (SP-02), has rules about hashes of keys (SP-20), and may be one of many
  ///   by host (SP-24). Why a server was refused stands in the error and in no log (SP-22).
  /// - A challenge's handler that accepts is an evaluator with `danger: [.overruled]` (AU-05).
  ///
  /// Not asked about: revocation, unless `revocation` says so, and certificate transparency.
  public struct Policy: Sendable {
    /// What of the pinned certificates a server must show.
    public var pinning = Pinning.none
    /// Whether the pinned certificates take the place of the roots, where certificates are pinned.
    ///
    /// That is how a server is trusted that has signed itself: everything else about it is checked.
    public var allowsInvalidCertificates = false
    /// The checks that are lifted.
    public var danger: Danger = []
    /// Which keys which hosts must have.
    public var rules = PinRules()
    /// Which rules certificates are held to, beside those that always hold.
    public var profile = X509.Profile.default
    /// How many bits an RSA key of a server or of an intermediate must have at least.
    ///
    /// Less than 2,048 is never enough, whatever stands here.
    public var leastRSABitCount = RSA.minimumBitCount
    /// The check of revocation; by default of the response that a server staples.
    public var revocation = X509.Revocation.whenPresent
    /// What the caller itself has to say about a server.
    public var evaluator: Evaluator?
    /// Told of rules that are not met where that refuses no one; it must be quick.
    public var onReport: (@Sendable (PinReport) -> Void)?

    var pinned = PinnedCertificates()

    /// Creates the default policy: no pins, no check lifted. SP-02.
    public init() {}

    /// Creates a policy of a mode with the certificates that it is about. SP-04.
    public init(_ pinning: Pinning, pinned certificates: [X509.Certificate]) {
      self.pinning = pinning
      pinned = PinnedCertificates(certificates)
    }

    /// The certificates that are pinned, each once. SP-06.
    public var pinnedCertificates: [X509.Certificate] {
      get { pinned.certificates }
      set { pinned = PinnedCertificates(newValue) }
    }

    /// Pinned certificates whose keys no one can use, so that they cannot be pinned by them.
    public var skippedCertificates: [X509.Certificate] { pinned.skipped }

    /// Whether the name of the host is looked for in the server's certificate. SP-08.
    public var validatesDomainName: Bool { !danger.contains(.wrongHost) }
  }
}

extension TLS.Policy {
  /// What the policy lacks to judge anybody by: SP-09 and SP-15.
  func lack(namingHost hasHost: Bool) -> TLS.TrustFailure.Reason? {
    let isPinned = pinning != .none && !pinnedCertificates.isEmpty
    if hasHost, allowsInvalidCertificates, validatesDomainName, !isPinned {
      return .nothingToJudgeBy
    }
    return pinning != .none && !isPinned ? .noPinnedCertificates(pinning) : nil
  }

  /// Checks that there is a server with a name that the policy would believe, as far as the policy
  /// alone can tell.
  package func expectSomebody() throws(TLS.PolicyError) {
    // An evaluator that may overrule it can believe any server.
    guard !danger.contains(.overruled) else { return }
    if let lack = lack(namingHost: true) { throw .refusesEverybody(lack) }
  }

  /// Whether no server is believed where there are no roots.
  package var needsRoots: Bool {
    (pinning != .certificate || !allowsInvalidCertificates)
      && danger.isDisjoint(with: [.untrusted, .selfSigned, .overruled])
  }
}

extension TLS.Policy: CustomStringConvertible {
  /// The policy's requirements; a lifted check comes first.
  public var description: String {
    var parts: [String] = danger.isEmpty ? [] : ["\(danger)"]
    switch pinning {
    case .none: parts.append("no pinned certificates")
    case .publicKey: parts.append("the key of one of \(pinned.certificates.count) certificates")
    case .certificate: parts.append("one of \(pinned.certificates.count) certificates")
    }
    if allowsInvalidCertificates { parts.append("pinned certificates instead of roots") }
    if !rules.rules.isEmpty { parts.append("\(rules.rules.count) rules about keys of hosts") }
    if rules.coversEveryHost { parts.append("no host without a rule") }
    parts.append("the profile \"\(profile)\"")
    if leastRSABitCount > RSA.minimumBitCount {
      parts.append("RSA keys of \(leastRSABitCount) bits or more")
    }
    if let evaluator { parts.append("the evaluator \"\(evaluator.name)\"") }
    return parts.joined(separator: ", ")
  }
}
