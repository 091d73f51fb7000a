internal import ApusBytes
internal import ApusCrypto
internal import ApusX509

extension TLS {
  /// All by which a connection was trusted, as one value: the policy, the roots, and the client.
  ///
  /// Connections and tickets are used again only under an equal one. It holds no secret, and no
  /// certificate: the SHA-256 of everything that could make one connection less trustworthy than
  /// another. Evaluators are equal only to themselves, so that what has one means nothing to
  /// another process.
  public struct SecurityIdentity: Sendable, Hashable {
    /// The hash, by which tickets are kept apart too.
    public let digest: [UInt8]
    /// The hash without the generations of roots and identities, for caches: files that have their
    /// former content again have their former hash.
    package let lastingDigest: [UInt8]

    /// Creates the identity of a policy with the roots and the client's identities used with it.
    public init(_ policy: Policy, roots: Roots, clients: [Identity]) {
      self.init(PolicyDigest(policy), roots: roots, clients: clients)
    }

    /// The same, of a policy that was hashed before.
    ///
    /// Evidence of revocation counts where there is any beside the policy's own.
    package init(
      _ policy: PolicyDigest, roots: Roots, clients: [Identity],
      evidence: RevocationEvidence? = nil
    ) {
      var lasting = Content()
      lasting.add(policy.bytes)
      lasting.add(roots.digest)
      lasting.add(UInt64(clients.count))
      for client in clients { lasting.add(client.chain.map(\.der)) }
      if let evidence { lasting.add(evidence.digest) }
      lastingDigest = SHA256.digest(of: lasting.bytes.span)
      var content = Content()
      content.add(lastingDigest)
      content.add(roots.generation)
      for client in clients { content.add(client.generation) }
      digest = SHA256.digest(of: content.bytes.span)
    }

    public static func == (left: Self, right: Self) -> Bool { left.digest == right.digest }

    public func hash(into hasher: inout Hasher) {
      for byte in digest.prefix(8) { hasher.combine(byte) }
    }
  }

  /// What a policy has to do with a security identity: hashed once where the policy stays.
  package struct PolicyDigest: Sendable {
    fileprivate let bytes: [UInt8]

    /// Hashes a policy.
    package init(_ policy: Policy) {
      var content = SecurityIdentity.Content()
      content.add(policy)
      bytes = SHA256.digest(of: content.bytes.span)
    }
  }
}

extension TLS.SecurityIdentity: CustomStringConvertible {
  /// The first bytes of the hash, enough to tell one from another in a log.
  public var description: String { Hex.encode(Array(digest.prefix(8))) }
}

extension TLS.SecurityIdentity {
  /// What is hashed: every part with its length in front, so that none runs into the next.
  fileprivate struct Content {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ number: UInt64) {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }

    mutating func add(_ part: [UInt8]) {
      add(UInt64(part.count))
      bytes += part
    }

    mutating func add(_ parts: [[UInt8]]) {
      add(UInt64(parts.count))
      for part in parts { add(part) }
    }

    mutating func add(_ policy: TLS.Policy) {
      add(UInt64(policy.pinning.rawValue))
      add(policy.allowsInvalidCertificates ? 1 : 0)
      add(UInt64(policy.danger.rawValue))
      add(policy.profile.requirements.map { [$0.rawValue] })
      add(UInt64(clamping: policy.leastRSABitCount))
      add(policy.pinnedCertificates.map(\.der))
      add(policy.rules.coversEveryHost ? 1 : 0)
      add(UInt64(policy.rules.rules.count))
      for rule in policy.rules.rules { add(rule) }
      add(Array("\(policy.revocation.policy) \(policy.revocation.extent)".utf8))
      add(policy.revocation.lists.map(\.der))
      for one in policy.revocation.evidence {
        add(one.lists.map(\.der))
        add(one.responses.map(Self.bytes(of:)))
      }
      add(policy.evaluator?.number ?? 0)
    }

    private static func bytes(of response: X509.OCSPResponse) -> [UInt8] {
      switch response {
      case .basic(let response): response.der
      case .unsuccessful(let failure): [UInt8(truncatingIfNeeded: failure.rawValue)]
      }
    }

    private mutating func add(_ rule: TLS.PinRule) {
      add(Array(rule.hosts.description.utf8))
      add(rule.pins.map(\.digest))
      add(rule.backups.map(\.digest))
      add(rule.expiry.map { UInt64(bitPattern: $0.secondsSinceEpoch) } ?? 0)
      add((rule.expiry == nil ? 0 : 1) + (rule.isReportOnly ? 2 : 0))
    }
  }
}
