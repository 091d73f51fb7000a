internal import ApusNames
public import ApusX509

extension TLS {
  /// The rules about hosts and keys, of which the closest to a host is the one that it must meet.
  public struct PinRules: Sendable, Hashable {
    /// How many rules there may be.
    public static let limit = 1024

    /// The rules, in the order in which they were given.
    public let rules: [PinRule]
    /// Whether a host that no enforced rule is about is refused.
    public let coversEveryHost: Bool

    /// Creates an empty list of rules.
    public init() {
      rules = []
      coversEveryHost = false
    }

    /// Creates a list of rules: for each pattern one that is enforced and one that reports.
    public init(_ rules: [PinRule], coversEveryHost: Bool = false) throws(PolicyError) {
      guard rules.count <= Self.limit else { throw .tooManyRules(limit: Self.limit) }
      var seen: [Bool: Set<HostPattern>] = [:]
      for rule in rules {
        guard seen[rule.isReportOnly, default: []].insert(rule.hosts).inserted else {
          throw .duplicateRule(rule.hosts)
        }
      }
      self.rules = rules
      self.coversEveryHost = coversEveryHost
    }

    /// Checks that no rule has come to its end already: such a rule protects no one.
    public func expectInForce(at moment: UnixTime) throws(PolicyError) {
      for rule in rules where !rule.isInForce(at: moment) {
        throw .expiredRule(rule.hosts, rule.expiry ?? moment)
      }
    }

    /// Whether there is something to ask of a path.
    var isEmpty: Bool { rules.isEmpty && !coversEveryHost }

    /// What is asked of a host.
    struct Selection {
      /// The rule that must be met.
      var enforced: PinRule?
      /// The rule that is reported where it is not met.
      var reported: PinRule?
      /// The rules about the host that have come to their end.
      var expired: [PinRule] = []
    }

    func selection(for host: CanonicalHost, at moment: UnixTime) -> Selection {
      var selection = Selection()
      for rule in rules where rule.hosts.matches(host) {
        if !rule.isInForce(at: moment) {
          selection.expired.append(rule)
        } else if rule.isReportOnly {
          selection.reported = Self.closer(rule, selection.reported)
        } else {
          selection.enforced = Self.closer(rule, selection.enforced)
        }
      }
      return selection
    }

    private static func closer(_ rule: PinRule, _ other: PinRule?) -> PinRule {
      guard let other, !rule.hosts.isCloser(than: other.hosts) else { return rule }
      return other
    }
  }
}
