internal import ApusBytes
internal import ApusCrypto
internal import ApusX509

extension TLS {
  /// A digest of a connection's trust settings: the policy, the roots and the client identities.
  ///
  /// A client reuses connections and session tickets only if the security identities are equal. The
  /// SHA-256 digest contains all settings that affect the trust in a connection, but no secret. A
  /// certificate evaluator is equal only to itself, so the security identity of a policy with an
  /// evaluator is valid only in this process.
  public struct SecurityIdentity: Sendable, Hashable {
    /// The SHA-256 digest of the trust settings, which also separates session tickets.
    public let digest: [UInt8]
    /// The digest of the trust settings for caches, without the generation numbers of roots and
    /// identities.
    ///
    /// If a root file is restored to its former content, the digest is restored too.
    package let lastingDigest: [UInt8]

    /// Creates a security identity from a trust policy, trusted roots and client identities.
    ///
    /// - Parameters:
    ///   - policy: The trust policy of connections.
    ///   - roots: The trusted roots of connections.
    ///   - clients: The client identities that connections can send.
    public init(_ policy: Policy, roots: Roots, clients: [Identity]) {
      self.init(PolicyDigest(policy), roots: roots, clients: clients)
    }

    /// Creates a security identity from the digest of a trust policy.
    ///
    /// The security identity includes additional revocation lists and OCSP responses, if any.
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

  /// The precomputed digest of a trust policy, as a part of a security identity.
  package struct PolicyDigest: Sendable {
    fileprivate let bytes: [UInt8]

    /// Computes the digest of a trust policy.
    package init(_ policy: Policy) {
      var content = SecurityIdentity.Content()
      content.add(policy)
      bytes = SHA256.digest(of: content.bytes.span)
    }
  }
}

extension TLS.SecurityIdentity: CustomStringConvertible {
  /// The first bytes of the digest in hexadecimal, which distinguish security identities in a log.
  public var description: String { Hex.encode(Array(digest.prefix(8))) }
}

extension TLS.SecurityIdentity {
  /// The input of the digest. Each setting is preceded by its length.
  ///
  /// The lengths ensure that different settings produce different inputs.
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
