import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// Requests through a proxy, which the command line or the environment names.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ProxyOptionsTests {
  /// A proxy that responds itself, with the requested target, when it gets a credential.
  private static func answer(_ request: TestRequest) -> TestAnswer {
    let target = request.head.fields[.host].map { Array($0.bytes) } ?? []
    let field = request.head.fields[.proxyAuthorization]
    guard request.path.hasSuffix("/closed"), field != "Basic c3ZjOnBsYW50ZWQ=" else {
      return .response(HTTP.Response(200, body: Array("proxy for ".utf8) + target))
    }
    return .response(HTTP.Response(407, headers: [.proxyAuthenticate: "Basic realm=\"x\""]))
  }

  @Test func `the proxy option sends requests to the proxy with a credential from a file`()
    async throws
  {
    let folder = try TrialFolder(["credential": Array("svc:planted\n".utf8)])
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let proxy = "http://127.0.0.1:\(server.port)"
      let open = try await RunningTool.run(
        "\"$tool\" get http://a.example/x --proxy \(proxy) --verbose")
      #expect(open.output == "proxy for a.example", "\(open.complaints)")
      #expect(open.complaints.contains("* proxy: \(proxy)\n"))
      let closed = try await RunningTool.run(
        "\"$tool\" get http://a.example/closed --verbose --proxy \(proxy) "
          + "--proxy-auth-file credential",
        in: folder)
      #expect(closed.output == "proxy for a.example", "\(closed.complaints)")
      #expect(closed.complaints.contains("Proxy-Authorization: <sensitive>"))
      #expect(!closed.complaints.contains("planted") && !closed.complaints.contains("c3Zj"))
      let refused = await Trial("get", "http://a.example/closed", "--proxy", proxy)
      #expect(refused.status == .connection, "\(refused.complaints)")
    }
  }

  @Test func `apus reads the same proxy environment variables as curl`() async throws {
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let proxy = "http://svc:planted@127.0.0.1:\(server.port)"
      for name in ["http_proxy", "all_proxy", "ALL_PROXY"] {
        let trial = await Trial(
          ["get", "http://a.example/closed", "--verbose"], environment: [name: proxy])
        #expect(trial.output == "proxy for a.example", "\(name): \(trial.complaints)")
        #expect(trial.complaints.contains("* proxy: http://127.0.0.1:\(server.port)\n"))
        #expect(!trial.complaints.contains("planted"))
      }
      // A request of CGI could set it by its field Proxy.
      for (environment, words) in [
        (["HTTP_PROXY": proxy], []), (["https_proxy": proxy], []),
        (["http_proxy": proxy, "no_proxy": "invalid"], []),
        (["http_proxy": proxy], ["--noproxy=a.example, invalid"]),
        (["http_proxy": proxy], ["--proxy=none"]),
      ] as [([String: String], [String])] {
        let trial = await Trial(
          ["get", "http://a.invalid/", "--timeout=5"] + words, environment: environment)
        #expect(![.success, .usage].contains(trial.status), "\(environment) \(words)")
      }
      #expect(server.requestCount == 6)
      // This machine needs no proxy.
      let local = await Trial(
        ["get", server.url + "x", "--verbose"], environment: ["http_proxy": "http://127.0.0.1:1"])
      #expect(local.status == .success && !local.complaints.contains("* proxy"))
    }
  }

  @Test(arguments: [
    (["--proxy", "ftp://a.example"], "is not a valid value of --proxy: type a URL"),
    (["--proxy", "http://svc:planted@a.example"], "--proxy-auth-file FILE"),
    (["--proxy-auth-file", "x"], "type --proxy URL"),
  ])
  func `an invalid proxy option is a usage error that does not show its password`(
    _ words: [String], _ advice: String
  ) async {
    let trial = await Trial(["get", "http://a.example/"] + words)
    #expect(trial.status == .usage && trial.complaints.contains(advice), "\(trial.complaints)")
    #expect(!trial.complaints.contains("planted"))
    let variable = await Trial(
      ["get", "http://a.example/"], environment: ["http_proxy": "ftp://x:planted@a.example"])
    #expect(variable.status == .usage && !variable.complaints.contains("planted"))
  }
}
