internal import ApusNames
public import ApusX509

extension TLS {
  /// The rules for the keys of hosts; the closest one to a host applies.
  public struct PinRules: Sendable, Hashable {
    /// The largest number of rules.
    public static let limit = 1024

    /// The rules, in the given order.
    public let rules: [PinRule]
    /// A Boolean value that indicates whether hosts without an enforced rule are rejected.
    public let coversEveryHost: Bool

    /// Creates an empty list of rules.
    public init() {
      rules = []
      coversEveryHost = false
    }

    /// Creates a list of rules: at most one enforced and one report-only rule for each pattern.
    ///
    /// - Parameters:
    ///   - rules: The rules, in any order.
    ///   - coversEveryHost: A Boolean value that indicates whether hosts without a rule are
    ///     rejected; the default is false.
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

    /// Checks that no rule has expired: such a rule protects no host.
    ///
    /// - Parameter moment: The time at which dates are checked.
    public func expectInForce(at moment: UnixTime) throws(PolicyError) {
      for rule in rules where !rule.isInForce(at: moment) {
        throw .expiredRule(rule.hosts, rule.expiry ?? moment)
      }
    }

    /// A Boolean value that indicates whether the rules require nothing.
    var isEmpty: Bool { rules.isEmpty && !coversEveryHost }

    /// The rules for a host.
    struct Selection {
      /// The rule that must be satisfied.
      var enforced: PinRule?
      /// The rule whose violations are reported.
      var reported: PinRule?
      /// The expired rules for the host.
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
