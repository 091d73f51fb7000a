import ApusNames
import ApusTLS
import ApusX509
import Testing

@testable import ApusSession

/// What a session's trust is made of, as it is written and as it is read.
@Suite struct TLSSettingsTests {
  private let (one, two): (String, String)

  init() throws {
    func text(_ number: UInt8) throws -> String {
      "\(try X509.Pin(digest: [UInt8](repeating: number, count: 32)))"
    }
    (one, two) = (try text(1), try text(2))
  }

  private func error(_ change: (inout HTTPSession.TLSSettings) -> Void) -> TLS.PolicyError? {
    var settings = HTTPSession.TLSSettings()
    change(&settings)
    do throws(TLS.PolicyError) {
      _ = try settings.resolved(at: TestRoot.moment)
      return nil
    } catch {
      return error
    }
  }

  @Test func `pins are read when a session is made, and what is wrong with them is said`() throws {
    let hosts = try TLS.HostPattern("*.example.org")
    #expect(error { $0.pins = [.host("*.example.org", one, backup: two)] } == nil)
    #expect(error { $0.pins = [.host("*.example.org", one)] } == .missingBackup(hosts))
    #expect(error { $0.pins = [.host("*.example.org", one, backup: one)] } == .missingBackup(hosts))
    #expect(error { $0.pins = [.host("*.example.org", backup: two)] } == .missingPin(hosts))
    #expect(error { $0.pins = [.host("*.org", one, backup: two)] } == .boundlessHosts("*.org"))
    #expect(error { $0.pins = [.host("a.b", "one", backup: two)] } == .malformedPin("one"))
    let ended = error { $0.pins = [.host("a.b", one, backup: two, expires: "2026-01-01")] }
    let end = try #require(X509.Moment(rfc3339: "2026-01-01T00:00:00Z"))
    #expect(ended == .expiredRule(try TLS.HostPattern("a.b"), end))
    let twice = HTTPSession.PinnedHosts.host("*.example.org", one, backup: two)
    #expect(error { $0.pins = [twice, twice] } == .duplicateRule(hosts))
    guard case .malformedHosts("*", _) = error({ $0.policies = ["*": TLS.Policy()] }) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func `the pins of a session hold under every policy that it has`() throws {
    var settings = HTTPSession.TLSSettings()
    settings.pins = [.host("**.example.org", one, backup: two)]
    settings.pinsCoverEveryHost = true
    var lax = TLS.Policy()
    lax.danger = .all
    settings.policies = ["www.example.org": lax]
    let policies = try settings.resolved(at: TestRoot.moment)
    for (host, danger) in [("www.example.org", TLS.Danger.all), ("example.org", [])] {
      let policy = policies.policy(for: try CanonicalHost(host))
      #expect(policy.danger == danger)
      #expect(policy.rules.rules.count == 1 && policy.rules.coversEveryHost)
    }
    #expect(settings.description.contains("www.example.org: DANGER: "))
  }
}
