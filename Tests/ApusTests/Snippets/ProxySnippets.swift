import Apus
import TestSupport
import Testing

/// The regions between the marks are the code of the article on proxies.
@Suite(.ownThread) struct ProxySnippets {
  @Test func `a session sends requests through the proxies of a list`() async throws {
    // Snippet:
    let password = Authentication.Secret("open sesame")
    let api = try HTTPSession("https://api.example.com/") {
      $0.proxies = .list(
        [
          try .http("proxy-1.internal:3128", .password(password, user: "svc")),
          try .https("proxy-2.internal:443"),
          try .socks5("proxy-3.internal:1080"),
        ],
        except: ["localhost", "10.0.0.0/8", ".svc"])
    }
    // End.
    await api.shutdown()
    let cache = try HTTPSession.Proxy.http("cache.internal:3128")
    var configuration = HTTPSession.Configuration()
    // Snippet:
    configuration.proxies = .chosen { request in
      request.method == .get ? [cache] : []
    }
    // End.
    await (try HTTPSession { $0 = configuration }).shutdown()
    // Snippet:
    configuration.proxies = .environment
    // End.
    await (try HTTPSession { $0 = configuration }).shutdown()
    configuration.proxies = .environment(["http_proxy": "ftp://p"])
    #expect(throws: (any Error).self) { try HTTPSession { $0 = configuration } }
  }
}
