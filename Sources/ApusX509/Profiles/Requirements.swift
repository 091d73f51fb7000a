extension X509 {
  /// A set of rules, a bit for each.
  public struct Requirements: Hashable, Sendable {
    private let bits: UInt64

    private init(bits: UInt64) {
      self.bits = bits
    }

    /// Every rule that there is.
    public static let all = Requirements(Requirement.allCases)

    /// The rules of RFC 5280 and of the Baseline Requirements of the CA/Browser Forum.
    ///
    /// That a leaf's key must sign is not among them: neither asks that of keys of RSA.
    public static let baseline = all.subtracting([.signingLeaf])

    /// Creates a set of rules.
    public init(_ requirements: some Sequence<Requirement>) {
      bits = requirements.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    /// Returns whether the rule is among them.
    public func contains(_ requirement: Requirement) -> Bool {
      bits & 1 << UInt64(requirement.rawValue) != 0
    }

    /// Returns whether none of some others is among them.
    public func isDisjoint(with others: Requirements) -> Bool { bits & others.bits == 0 }

    /// Returns these rules without some others.
    public func subtracting(_ others: Requirements) -> Requirements {
      Requirements(bits: bits & ~others.bits)
    }
  }
}

extension X509.Requirements: Sequence, ExpressibleByArrayLiteral {
  public init(arrayLiteral requirements: X509.Requirement...) {
    self.init(requirements)
  }

  public func makeIterator() -> some IteratorProtocol<X509.Requirement> {
    X509.Requirement.allCases.filter { contains($0) }.makeIterator()
  }
}
