import ApusNames
import ApusTLS
import ApusTestServer
import ApusX509
import Testing

/// No option except a named danger disables a check, and a danger only disables its own.
///
/// The modes and their pins are in the truth table; the other options are here.
@Suite struct OptionsTests {
  /// Options that are not a danger, in every combination.
  struct Options: OptionSet, CustomTestStringConvertible {
    let rawValue: Int

    static let allowsInvalid = Options(rawValue: 1)
    static let asksRevocation = Options(rawValue: 1 << 1)
    static let isStapled = Options(rawValue: 1 << 2)
    static let reports = Options(rawValue: 1 << 3)
    static let hasEvaluator = Options(rawValue: 1 << 4)
    static let hasEndedRule = Options(rawValue: 1 << 5)
    static let all = 0..<64

    var testDescription: String { "options \(rawValue)" }
  }

  private let host: CanonicalHost
  private let root: X509.Certificate

  init() throws {
    host = try TestServer.host.get()
    root = try TestServer.root.get().root
  }

  private func policy(
    _ mode: TLS.Pinning, _ options: Options, for server: TestServer
  ) throws -> TLS.Policy {
    var policy = TLS.Policy(mode, pinned: [root])
    policy.allowsInvalidCertificates = options.contains(.allowsInvalid)
    if options.contains(.asksRevocation) { policy.revocation = try X509.Revocation(.whenPresent) }
    let pins = [server.presented[0].pin, server.top.pin]
    let backups = [try TestPins.pin(1)]
    if options.contains(.reports) {
      policy.rules = try TLS.PinRules(
        [TLS.PinRule(TLS.HostPattern(host), pins, backups: backups, isReportOnly: true)])
      policy.onReport = { _ in }
    }
    if options.contains(.hasEndedRule) {
      let rule = try TLS.PinRule(
        TLS.HostPattern(host), pins, backups: backups,
        expires: UnixTime(secondsSinceEpoch: 1_700_000_000))
      policy.rules = try TLS.PinRules(policy.rules.rules + [rule])
    }
    if options.contains(.hasEvaluator) {
      policy.evaluator = TLS.Evaluator("accepts") { _ in .accept }
    }
    return policy
  }

  private func chain(
    _ policy: TLS.Policy, _ server: TestServer, _ options: Options
  ) throws -> TLS.TrustedChain {
    try policy.evaluate(
      server.presented, for: host, at: TestAuthority.moment, trusting: X509.Anchors([root]),
      stapledResponse: options.contains(.isStapled) ? [0x30, 3, 0x0a, 1, 0] : nil)
  }

  /// The servers with one flaw.
  private var servers: [TestServer] {
    get throws { try TestServer.all.get().filter { $0.flaws.names.count == 1 } }
  }

  @Test(arguments: TLS.Pinning.allCases)
  func `a server with one flaw is rejected with every combination of options`(mode: TLS.Pinning)
    throws
  {
    #expect(try servers.count == 4)
    for server in try servers {
      for number in Options.all {
        let options = Options(rawValue: number)
        let policy = try policy(mode, options, for: server)
        #expect(throws: TLS.TrustFailure.self, "\(server), \(mode), \(options.testDescription)") {
          try chain(policy, server, options)
        }
      }
    }
  }

  @Test func `a disabled check accepts only its own flaw, with every other option`() throws {
    for server in try servers {
      for options in [[], [.reports], [.hasEvaluator], [.reports, .hasEvaluator]] as [Options] {
        for other in [TLS.Danger.wrongHost, .expired, .untrusted, .selfSigned] {
          var policy = try policy(.none, options, for: server)
          policy.danger = other
          let chain = try? chain(policy, server, options)
          #expect((chain != nil) == (other == server.flaws), "\(server), \(other.names)")
          #expect(chain.map { $0.lifted == other } != false)
        }
      }
    }
  }
}
