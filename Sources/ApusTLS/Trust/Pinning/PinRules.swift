internal import ApusNames
public import ApusX509

extension TLS {
  /// A list of pin rules for hosts. The rule with the most specific host pattern applies.
  public struct PinRules: Sendable, Hashable {
    /// The maximum number of pin rules.
    public static let limit = 1024

    /// The pin rules in the order of the initializer's parameter.
    public let rules: [PinRule]
    /// A Boolean value that indicates whether hosts without an enforced pin rule are rejected.
    public let coversEveryHost: Bool

    /// Creates an empty list of pin rules.
    public init() {
      rules = []
      coversEveryHost = false
    }

    /// Creates a list with at most one enforced and one report-only pin rule per host pattern.
    ///
    /// - Parameters:
    ///   - rules: The pin rules in any order.
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

    /// Checks that no pin rule has expired, because an expired rule protects no host.
    ///
    /// - Parameter moment: The time of the expiry check.
    public func expectInForce(at moment: UnixTime) throws(PolicyError) {
      for rule in rules where !rule.isInForce(at: moment) {
        throw .expiredRule(rule.hosts, rule.expiry ?? moment)
      }
    }

    /// A Boolean value that indicates whether the list is empty and hosts without a rule are
    /// accepted.
    var isEmpty: Bool { rules.isEmpty && !coversEveryHost }

    /// The pin rules that apply to one host.
    struct Selection {
      /// The pin rule that the server must satisfy.
      var enforced: PinRule?
      /// The pin rule whose violations are only reported.
      var reported: PinRule?
      /// The expired pin rules whose patterns match the host.
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
