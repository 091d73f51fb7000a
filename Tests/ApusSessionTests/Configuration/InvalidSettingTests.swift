import Testing

@testable import ApusConnections
@testable import ApusSession

/// A configuration is judged when the session is made.
@Suite struct InvalidSettingTests {
  private func setting(
    _ configure: (inout HTTPSession.Configuration) -> Void
  ) -> HTTPSession.InvalidSetting? {
    do {
      _ = try HTTPSession(nil) { configure(&$0) }
    } catch let error as HTTPSessionError {
      if case .setting(let setting) = error.reason { return setting }
      Issue.record(error)
    } catch {
      Issue.record(error)
    }
    return nil
  }

  @Test func `the error for an invalid setting does not show a secret in its URL`() {
    let origin = setting { $0.origins = ["https://ada:pass@h/?key=secret"] }
    #expect("\(String(describing: origin))".contains("but is https://<redacted>@h/?key=…"))
    #expect(origin?.value == "https://ada:pass@h/?key=secret")
  }

  @Test func `the error for an invalid setting contains the setting's name and value`() {
    let long = String(repeating: "a", count: 108)
    for (found, name, value) in [
      (setting { $0.dns.overrides["a b"] = [] }, "dns.overrides", "a b"),
      (setting { $0.dns.overrides["a"] = ["::1", "b"] }, "dns.overrides", "b"),
      (
        setting { $0.egress.allowed = ["10.0.0.0/8", "10.0.0.1/8"] }, "egress.allowed", "10.0.0.1/8"
      ),
      (setting { $0.egress.allowed = ["example.com"] }, "egress.allowed", "example.com"),
      (setting { $0.egress.denied = ["10.0.0.0/33"] }, "egress.denied", "10.0.0.0/33"),
      (setting { $0.egress.hosts = [""] }, "egress.hosts", ""),
      (setting { $0.sockets.localAddress = "lo" }, "sockets.localAddress", "lo"),
      (setting { $0.sockets.path = long }, "sockets.path", long),
      (setting { $0.sockets.path = "" }, "sockets.path", ""),
      (setting { $0.sockets.path = "\0" }, "sockets.path", "\0"),
      (setting { $0.sockets.path = "/a\0b" }, "sockets.path", "/a\0b"),
    ] {
      #expect(found?.name == name)
      #expect(found?.value == value)
    }
    #expect(setting { $0.sockets.path = String(repeating: "a", count: 107) } == nil)
    #expect(
      setting { $0.egress.allowed = ["10.0.0.1/8"] }?.description
        == "the setting egress.allowed must be an IP address or an address block such as "
        + "10.0.0.0/8, but is 10.0.0.1/8")
  }
}
