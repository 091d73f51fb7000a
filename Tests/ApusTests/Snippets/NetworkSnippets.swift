import Apus
import ApusNet
import ApusTestServer
import TestSupport
import Testing

/// The regions between the marks are the code of the articles on egress rules, on the threat model,
/// and on names and Unix sockets.
@Suite(.ownThread) struct NetworkSnippets {
  @Test func `a session for untrusted URLs can connect only to public servers`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let text = server.url
    var words = ""
    // Snippet:
    let hooks = try HTTPSession { $0.egress = .publicOnly }
    do {
      try await hooks.post(.reference(text), .text("ping"), within: .seconds(60))
    } catch let error as HTTPSessionError {
      words = "\(error)"
    }
    // End.
    #expect(words.contains("127.0.0.1:\(server.port)") && server.connectionCount == 0)
    await hooks.shutdown(within: .seconds(60))
    await server.shutdown()
  }

  @Test func `egress rules can contain host names and addresses`() async throws {
    var configuration = HTTPSession.Configuration()
    // Snippet:
    configuration.egress = .publicOnly
    configuration.egress.allowed = ["10.0.7.0/24"]
    configuration.egress.denied = ["10.0.7.66", "billing.example.com"]
    configuration.egress.hosts = ["example.com", "10.0.7.66"]
    // End.
    let session = try HTTPSession { $0 = configuration }
    for url in [
      "http://10.0.7.66/", "http://billing.example.com/", "http://a.billing.example.com/",
      "http://example.org/",
    ] {
      await #expect(throws: HTTPSessionError.self) {
        try await session.get(.reference(url), within: .seconds(60))
      }
    }
    await session.shutdown()
  }

  @Test func `a session for untrusted URLs can have strict limits in all settings`() async throws {
    // Snippet:
    let hooks = try HTTPSession {
      $0.egress = .publicOnly
      $0.tls.versions = [.tls13]
      $0.redirects = .none
      $0.limits.collectedByteCount = 1 << 20
      $0.timeouts.total = .seconds(30)
    }
    // End.
    #expect(hooks.configuration.redirects.limit == 0)
    await hooks.shutdown()
  }

  @Test func `a session connects to the address that overrides a host name`() async throws {
    let server = try await TestServer { request in
      .response(HTTP.Response(200, body: Array((request.head.fields["Host"]?.text ?? "").utf8)))
    }
    let port = server.port
    // Snippet:
    let api = try HTTPSession("http://db.internal:\(port)/") {
      $0.dns.overrides["db.internal"] = ["127.0.0.1"]
    }
    let response = try await api.get("status")
    // End.
    #expect(response.text == "db.internal:\(port)")
    await api.shutdown(within: .seconds(60))
    await server.shutdown()
  }

  // Snippet:
  /// A resolver that knows the services of one table.
  struct ServiceTable: HTTPSession.Resolver {
    let addresses: [String: [String]]

    func addresses(of name: String) async throws -> [String] { addresses[name] ?? [] }
  }
  // End.

  @Test func `a custom resolver replaces the system's resolver`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200)) }
    let table = ServiceTable(addresses: ["users.service": ["127.0.0.1"]])
    let port = server.port
    // Snippet:
    let api = try HTTPSession("http://users.service:\(port)/") { $0.dns.resolver = table }
    // End.
    #expect(try await api.get("users/1").status == .ok)
    await #expect(throws: HTTPSessionError.self) {
      try await api.get(.reference("http://other.service:\(port)/"))
    }
    await api.shutdown(within: .seconds(60))
    await server.shutdown()
  }

  @Test func `a session can connect to a Unix domain socket instead of a host`() async throws {
    let temporary = try TemporaryFolder()
    let path = "\(temporary.path)/engine.sock"
    defer { withExtendedLifetime(temporary) {} }
    // Snippet:
    let engine = try HTTPSession("http://engine/v1.47/") { $0.sockets.path = path }
    // End.
    do {
      try await engine.get("containers/json")
      Issue.record("nothing listens at \(path)")
    } catch let error as HTTPSessionError {
      #expect("\(error)".contains("engine.sock"))
    }
    await engine.shutdown()
  }

  @Test func `a base URL or a request can contain the path of a Unix domain socket`() async throws {
    let temporary = try TemporaryFolder()
    let path = "\(temporary.path)/engine.sock"
    defer { withExtendedLifetime(temporary) {} }
    let escaped = path.replacing("/", with: "%2F")
    // Snippet:
    let engine = try HTTPSession("http+unix://\(escaped)/v1.47/")
    // End.
    #expect(engine.configuration.sockets.path == path)
    #expect(engine.base?.description == "http://localhost/v1.47/")
    await engine.shutdown()
    let api = try HTTPSession("http://engine/")
    do {
      // Snippet:
      var request = HTTP.Request.get("version")
      request.options.connection.socketPath = path
      let version = try await api.send(request)
      // End.
      Issue.record("nothing listens at \(path), and \(version.status) came")
    } catch let error as HTTPSessionError {
      #expect("\(error)".contains("engine.sock"))
    }
    await api.shutdown()
  }
}
