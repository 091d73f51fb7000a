import ApusConnections
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// Heads in colours, on terminals and on request.
@Suite(.ownThread) struct PaintedHeadTests {
  @Test func `message heads are coloured on a terminal, and in a pipe only on request`()
    async throws
  {
    try await TrialServer.run(nil) { request in
      let fields: HTTP.Fields = ["X-Name": "a\u{202e}b"]
      return .response(HTTP.Response(request.path == "/no" ? 404 : 200, headers: fields))
    } _: { server in
      let shown = await Trial(["get", server.url, "--include", "--verbose"], isTerminal: true)
      for text in [shown.output, shown.complaints] {
        #expect(text.contains("\u{1b}[36mHTTP/1.1\u{1b}[0m\u{1b}[32m 200 OK\u{1b}[0m\n"))
        #expect(text.contains("\u{1b}[36mX-Name\u{1b}[0m: a\\u{202e}b\n"), "\(text)")
      }
      #expect(shown.complaints.contains("> \u{1b}[1mGET\u{1b}[0m / HTTP/1.1\n"))
      let failed = await Trial(["head", server.url + "no"], isTerminal: true)
      #expect(failed.output.contains("\u{1b}[31m 404 Not Found\u{1b}[0m\n"))
      let piped = await Trial("get", server.url, "--include", "--verbose")
      #expect(!piped.complaints.contains("\u{1b}[36m") && piped.output.hasPrefix("HTTP/1.1 200"))
      #expect(piped.output.contains("a\u{202e}b"))
      let words = ["get", server.url, "--include", "--verbose", "--color"]
      let always = await Trial(words + ["always"], environment: ["NO_COLOR": "1"])
      #expect(always.output.hasPrefix("\u{1b}[36mHTTP/1.1") && always.complaints.contains("[36m"))
      for (colour, environment) in [("never", [:]), ("auto", ["NO_COLOR": "1"])] {
        let plain = await Trial(words + [colour], isTerminal: true, environment: environment)
        #expect(!plain.output.contains("\u{1b}") && !plain.complaints.contains("\u{1b}"))
      }
    }
  }

  @Test(arguments: [
    Connections.TLSHint.certificateWanted, .certificateRefused, .nothingToSend,
    .otherAuthority(name: "CN=a", wasSent: false), .otherAuthority(name: "CN=a", wasSent: true),
    .otherKey(name: "CN=a"), .notAccepted(name: "CN=a"),
  ])
  func `advice about TLS names a command option instead of a Swift property`(
    _ hint: Connections.TLSHint
  ) {
    let words = hint.words(FailureAdvice.setting)
    #expect(words.contains("--cert FILE") && !words.contains("tls."), "\(words)")
  }
}
