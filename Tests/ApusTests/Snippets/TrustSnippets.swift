import Apus
import ApusTestServer
import TestSupport
import Testing

/// The regions between the marks are the code of the articles on revocation, on resumption and
/// on past attacks.
@Suite(.ownThread) struct TrustSnippets {
  @Test func `a session can check server certificates against a revocation list`() async throws {
    let authority = try TestAuthority()
    let identity = try authority.server()
    let temporary = try TemporaryFolder()
    let folder = temporary.path
    let server = try await TestServer(
      tls: try TestServer.Security(identity, root: authority.root)
    ) { _ in .response(HTTP.Response(200)) }
    let (base, root) = (server.url, authority.root)
    for isRevoked in [false, true] {
      let list = try authority.revocationList(of: isRevoked ? [identity.leaf] : [])
      try temporary.replace("ca.crl", with: list)
      // Snippet:
      let api = try HTTPSession(base) {
        $0.tls.roots = .only([root])
        $0.tls.revocation = try .files(["\(folder)/ca.crl"])
        $0.tls.policy.revocation = try X509.Revocation(.required, of: .leaf)
      }
      // End.
      do {
        let status = try await api.get("status").status
        #expect(status == .ok && !isRevoked)
      } catch let error as HTTPSessionError {
        #expect(error.isTrust && isRevoked)
      }
      await api.shutdown(within: .seconds(60))
    }
    await server.shutdown()
  }

  @Test func `a second connection resumes the TLS session of the first connection`() async throws {
    let server = try await TestServer(tls: .local()) { _ in .response(HTTP.Response(200)) }
    let (base, root) = (server.url, try #require(server.root))
    // Snippet:
    let api = try HTTPSession(base) {
      $0.tls.roots = .only([root])
      $0.headers["Connection"] = "close"  // a new connection for each request
    }
    let first = try await api.get("status")
    let second = try await api.get("status")
    print(first.tls?.facts.isResumed ?? false, second.tls?.facts.isResumed ?? false)
    // End.
    #expect(first.tls?.facts.isResumed == false && second.tls?.facts.isResumed == true)
    await api.shutdown(within: .seconds(60))
    await server.shutdown()
  }

  // Snippet:
  /// The tickets of several sessions.
  actor SharedTickets: TLS.SessionStore {
    private var cache = TLS.SessionCache()

    func add(_ session: TLS.Session) { cache.add(session) }

    func take(for scope: TLS.SessionScope, at moment: UnixTime) -> TLS.Session? {
      cache.take(for: scope, at: moment)
    }

    func forget(_ scope: TLS.SessionScope) { cache.forget(scope) }

    var count: Int { cache.count }
  }
  // End.

  @Test func `two sessions can share TLS session tickets in one store`() async throws {
    let server = try await TestServer(tls: .local()) { _ in .response(HTTP.Response(200)) }
    let (base, root) = (server.url, try #require(server.root))
    let tickets = SharedTickets()
    var isResumed = false
    for _ in 0..<2 {
      // Snippet:
      let api = try HTTPSession(base) {
        $0.tls.roots = .only([root])
        $0.tls.resumption = .kept(in: tickets)
      }
      // End.
      isResumed = try await api.get("status").tls?.facts.isResumed ?? false
      while await tickets.count == 0 { await Pause.brief() }
      await api.shutdown(within: .seconds(60))
    }
    #expect(isResumed)
    await server.shutdown()
  }

  @Test func `every default cipher suite has ephemeral keys and authenticated encryption`() {
    // Snippet:
    let settings = HTTPSession.TLSSettings()
    print(settings.versions, settings.suites, settings.groups)
    // End.
    #expect(settings.versions == [.tls12, .tls13])
    let old = settings.suites.filter { $0.version == .tls12 }.map { "\($0)" }
    #expect(!old.isEmpty)
    for name in old {
      #expect(name.contains("ecdhe") && (name.contains("GCM") || name.contains("Poly1305")))
    }
    #expect(settings.groups.prefix(2) == [.x25519MLKEM768, .x25519])
  }
}
