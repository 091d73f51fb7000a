import ApusHTTP
import ApusNet
import ApusTestServer
import Testing

@testable import ApusCommand

/// Each kind of failure has its own exit status, and words that say what to do.
@Suite(.ownThread) struct RequestFailuresTests {
  @Test(arguments: [
    (["get"], "type URL"),
    (["get", "example.com/x"], "did you mean https://example.com/x?"),
    (["get", "ftp://example.com/"], "neither http nor https"),
    (["get", "https://user:secret@example.com/"], "--header 'Authorization"),
    (["get", "http://exa mple.com/"], "cannot stand in a URL"),
    (["get", "http://a.example/", "http://b.example/"], "one too many"),
    (["get", "http://a.example/", "-H", "A: b"], "did you mean --header?"),
    (["get", "http://a.example/", "-o", "x"], "did you mean --output?"),
    (["get", "http://a.example/", "--data", "x"], "no option --data"),
    (["get", "https://a.example/", "-k"], "certificates are always checked: type --cacert FILE"),
    (["get", "https://a.example/", "--insecure"], "type --cacert FILE"),
    (["get", "http://a.example/", "--header", "nothing"], "a name and a value"),
    (["get", "http://a.example/", "--header", ": nothing"], "a name and a value"),
    (["get", "http://a.example/", "--timeout", "soon"], "seconds"),
    (["get", "http://a.example/", "--timeout", "0"], "seconds"),
    (["get", "http://a.example/", "--output", ""], "a path"),
    (
      ["get", "http://a.example/", "--resolve", "a.example:80:b.example"],
      "as in example.com:443:10.0.0.7"
    ),
    (["get", "http://10.0.0.1/", "--resolve", "10.0.0.1:80:10.0.0.2"], "--resolve"),
    (["get", "http://a.example/", "--pin", "sha256/x"], "type https://"),
    (["get", "http://a.example/", "--cacert", "x"], "type https://"),
    (["get", "https://a.example/", "--pin", "sha256/x"], "`apus cert pins` prints pins"),
    (["get", "https://a.example/", "--key", "x"], "type --cert FILE"),
    (["post", "http://a.example/", "--json", "{a: 1}"], "which this is not"),
    (["post", "http://a.example/", "--json", "1", "--data", "1"], "exclude each other"),
    (["download", "http://a.example/"], "get, head, post"),
  ])
  func `a mistake of usage is answered with what to type`(
    _ words: [String], _ advice: String
  ) async {
    let trial = await Trial(words)
    #expect(trial.status == .usage && trial.output.isEmpty)
    #expect(trial.complaints.contains(advice), "\(trial.complaints)")
    #expect(!trial.complaints.contains("secret@"))
  }

  @Test func `a field that could end the line is a mistake of usage`() async throws {
    try await TrialServer.run { server in
      let trial = await Trial("get", server.url, "--header", "X: a\r\nY: b")
      #expect(trial.status == .usage && server.requestCount == 0)
    }
  }

  @Test func `a name that leads nowhere ends with 4`() async {
    let trial = await Trial("get", "http://nowhere.invalid/")
    #expect(trial.status == .name && trial.complaints.contains("nowhere.invalid"))
  }

  @Test func `a port at which nobody listens ends with 5`() async {
    let trial = await Trial("get", "http://127.0.0.1:1/")
    #expect(trial.status == .connection && trial.complaints.contains("refused"))
  }

  @Test func `plain HTTP where TLS was asked for ends with 6`() async throws {
    try await TrialServer.run { server in
      let trial = await Trial("get", "https://127.0.0.1:\(server.port)/")
      #expect(trial.status == .tls, "\(trial.complaints)")
    }
  }

  @Test func `a server that keeps silent ends with 8`() async throws {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200), .silence)
    } _: { server in
      let trial = await Trial("get", server.url, "--timeout", "0.3")
      #expect(trial.status == .timeout && trial.complaints.contains("the whole request"))
    }
  }

  @Test(arguments: ["SSH-2.0-x\r\n", "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"])
  func `what is no whole answer ends with 10`(_ text: String) async throws {
    try await TrialServer.run(nil) { _ in
      .bytes(Array(text.utf8))
    } _: { server in
      let trial = await Trial("get", server.url)
      #expect(trial.status == .answer, "\(trial.complaints)")
      #expect(!trial.complaints.isEmpty)
    }
  }

  @Test(arguments: [
    ["--data=@no-such-file"], ["--data=@/"], ["--output=no-such-folder/x"],
    ["--output=no-such-folder/"],
  ])
  func `a file that cannot be read or written ends with 3`(_ words: [String]) async throws {
    try await TrialServer.run { server in
      let trial = await Trial(["post", server.url + "echo"] + words)
      #expect(trial.status == .unreadable, "\(trial.complaints)")
      #expect(trial.complaints.contains("no-such") || trial.complaints.contains("/"))
    }
  }
}
