import ApusHTTP
import Testing

@testable import ApusSession

/// The hint at a proxy in the environment that a session does not use.
@Suite(.timeLimit(.minutes(3))) struct UnusedProxyTests {
  @Test(arguments: [
    (HTTP.Scheme.https, ["https_proxy": "http://p/"], "https_proxy" as String?),
    (.https, ["HTTPS_PROXY": "http://p/", "https_proxy": ""], "HTTPS_PROXY"),
    (.https, ["http_proxy": "http://p/"], nil), (.http, ["ALL_PROXY": "socks5://p/"], "ALL_PROXY"),
    (.http, ["HTTP_PROXY": "http://p/", "ALL_PROXY": "http://q/"], "HTTP_PROXY"), (.http, [:], nil),
  ]) func `the proxy variable for a URL scheme is found in the environment`(
    scheme: HTTP.Scheme, variables: [String: String], name: String?
  ) {
    let value: @Sendable (String) -> String? = { variables[$0] }
    UnusedProxy.$value.withValue(value) {
      #expect(UnusedProxy.variable(for: scheme) == name)
    }
  }

  @Test func `the error for a failed connection names the unused proxy variable`()
    async throws
  {
    let variables = ["HTTP_PROXY": "http://127.0.0.1:9/"]
    let value: @Sendable (String) -> String? = { variables[$0] }
    try await UnusedProxy.$value.withValue(value) {
      let session = try HTTPSession("http://127.0.0.1:49151/") { $0.timeouts.queue = .seconds(170) }
      for request in [HTTP.Request.get("x"), .get("http://nowhere.invalid/")] {
        let error = try #require(await session.failure(of: request))
        let hint =
          "the session does not use the proxy in the variable HTTP_PROXY: set proxies = "
          + ".environment"
        #expect("\(error)".contains(hint), "\(error)")
      }
      let other = try HTTPSession("http://127.0.0.1:49151/") {
        $0.timeouts.queue = .seconds(170)
        $0.proxies = .environment
      }
      let error = try #require(await other.failure())
      #expect(!"\(error)".contains("does not use the proxy"), "\(error)")
      await session.shutdown()
      await other.shutdown()
    }
  }
}
