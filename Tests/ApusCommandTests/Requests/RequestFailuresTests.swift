import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// Each kind of failure has its own exit status, and a message with a remedy.
@Suite(.ownThread) struct RequestFailuresTests {
  @Test(arguments: [
    (["get"], "type URL"),
    (["get", "example.com/x"], "did you mean https://example.com/x?"),
    (["get", "ftp://example.com/"], "only http:// and https:// are supported"),
    (["get", "htp://example.com/x"], "did you mean http://example.com/x?"),
    (["get", "htps://example.com/x"], "did you mean https://example.com/x?"),
    (["get", "http:/example.com/x"], "did you mean http://example.com/x?"),
    (["get", "file:///etc/hosts"], "--data @FILE"),
    (["get", "127.0.0.1:8081/get"], "did you mean http://127.0.0.1:8081/get?"),
    (["get", "localhost:8081/get"], "did you mean http://localhost:8081/get?"),
    (["get", "10.1.2.3/"], "did you mean http://10.1.2.3/?"),
    (["get", "8.8.8.8:81/"], "did you mean https://8.8.8.8:81/?"),
    (["get", "localhost:443"], "did you mean https://localhost"),
    (["get", "https://user:secret@example.com/"], "--header 'Authorization"),
    (["get", "http://exa mple.com/"], "is not allowed in a URL"),
    (["post", "http://a.example/", "http://b.example/?token=secret@"], "is one operand too many"),
    (["get", "http://a.example/", "-q"], "there is no option -q"),
    (["get", "http://a.example/", "--data", "x"], "no option --data"),
    (
      ["get", "https://a.example/", "-k"],
      "apus always verifies the server's certificate: type --cacert FILE"
    ),
    (["get", "https://a.example/", "--insecure"], "type --cacert FILE"),
    (["get", "https://a.example/", "-X", "POST"], "type apus get, head, post, put"),
    (
      ["get", "https://a.example/", "--location"],
      "there is no option --location: type --follow to follow redirects"
    ),
    (["get", "https://a.example/", "-u", "a:secret@b"], "--auth-file FILE"),
    (["get", "http://a.example/", "--header", "nothing"], "a field name and a value"),
    (["get", "http://a.example/", "--header", ": nothing"], "a field name and a value"),
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
    (["post", "http://a.example/", "--json", "{a: 1}"], "this text is not valid JSON"),
    (["post", "http://a.example/", "--json", "1", "--data", "1"], "exclude each other"),
    (["download", "http://a.example/"], "get, head, post"),
    (["a.example/x"], "did you mean https://a.example/x?"),
    (
      ["-k", "https://a.example/"],
      "apus always verifies the server's certificate: type --cacert FILE"
    ),
    (["request", "GET"], "type URL"),
    (["request", "G T", "http://a.example/"], "is not a valid request method"),
    (["request", "CONNECT", "http://a.example/"], "is not a valid request method"),
    (["GET", "http://a.example/"], "type apus get"),
    (["get", "http://a.example/", "http://b.example/"], "is on another server"),
    (["get", "http://a.example/", "http://a.example/b", "-o", "x"], "type --output FOLDER/"),
    (["get", "http://a.example/", "-O", "-o", "x"], "exclude each other"),
    (["get", "http://a.example/", "--range", "5"], "as in 0-99"),
    (["get", "http://a.example/", "--query", "x"], "NAME=TEXT"),
    (["get", "http://a.example/", "--unix-socket", "x"], "an absolute path"),
    (["get", "http://a.example/", "--interface", "lo"], "as in 10.0.0.7"),
    (["get", "http://a.example/", "--tls-min", "1.3"], "type https://"),
    (["get", "https://a.example/", "--tls-min", "1.1"], "1.2 or 1.3"),
    (["get", "http://a.example/", "--allow-port", "0"], "a port, as in 6000"),
  ])
  func `a usage error of a request command contains advice`(
    _ words: [String], _ advice: String
  ) async {
    let trial = await Trial(words)
    #expect(trial.status == .usage && trial.output.isEmpty)
    #expect(trial.complaints.contains(advice), "\(trial.complaints)")
    #expect(!trial.complaints.contains("secret@"))
  }

  @Test func `advice about certificates and keys names options of the command`() async throws {
    let keys = Trial.fixture("keys/")
    try await TrialServer.run(.local()) { server in
      let url = "https://localhost:\(server.port)/"
      for (words, status, advice) in [
        ([], .trust, "type --cacert FILE to trust the authority's root"),
        (
          ["--cert", Trial.fixture("keystores/p384.pem"), "--key", keys + "p384.locked.pem"],
          .unreadable, "type --password-file FILE with the password of the private key"
        ),
        (
          ["--cert", Trial.fixture("keystores/p256.pem"), "--key", keys + "p384.pem"], .unreadable,
          "`apus cert matches KEY CERT` compares the two files"
        ),
        (
          ["--cert", Trial.fixture("keystores/p256.pem")], .unreadable,
          "type --key FILE with the file"
        ),
        (["--cert", Trial.fixture("keystores/p256.p12")], .unreadable, "--password-file FILE"),
      ] as [([String], ApusCommand.ExitStatus, String)] {
        let trial = await Trial(["get", url] + words, now: WallClock.secondsSinceEpoch)
        #expect(trial.status == status && trial.complaints.contains(advice), "\(trial.complaints)")
        #expect(!trial.complaints.contains("or trust the certificate"))
        #expect(
          !trial.complaints.contains("the root is yours") && !trial.complaints.contains("tls."))
      }
    }
  }

  @Test func `a header option with a line end is a usage error`() async throws {
    try await TrialServer.run { server in
      let trial = await Trial("get", server.url, "--header", "X: a\r\nY: b")
      #expect(trial.status == .usage && server.requestCount == 0)
    }
  }

  @Test func `an unknown host name exits with 4`() async {
    let trial = await Trial("get", "http://nowhere.invalid/")
    #expect(trial.status == .name && trial.complaints.contains("nowhere.invalid"))
  }

  @Test func `a refused connection exits with 5`() async {
    let trial = await Trial("get", "http://127.0.0.1:2/")
    #expect(trial.status == .connection && trial.complaints.contains("refused"))
  }

  @Test func `the zone of a link-local address is used and printed`() async {
    let request = await Trial("get", "http://[fe80::1%25nope]:2/")
    #expect(request.status == .connection, "\(request.complaints)")
    #expect(request.complaints.contains("no network interface nope"))
    let server = await Trial("cert", "inspect", "[fe80::1%25nope]:1")
    #expect(server.complaints.contains("[fe80::1%25nope]:1: "), "\(server.complaints)")
  }

  @Test func `plain HTTP at a TLS port exits with 6`() async throws {
    try await TrialServer.run { server in
      let trial = await Trial("get", "https://127.0.0.1:\(server.port)/")
      #expect(trial.status == .tls, "\(trial.complaints)")
    }
  }

  @Test func `a silent server exits with 8`() async throws {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200), .silence)
    } _: { server in
      let trial = await Trial("get", server.url, "--timeout", "0.3")
      #expect(
        trial.status == .timeout
          && trial.complaints.contains("no response arrived within 300 ms (set by --timeout)"))
    }
  }

  @Test(arguments: ["SSH-2.0-x\r\n", "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"])
  func `an incomplete or invalid response exits with 10`(_ text: String) async throws {
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
  func `a file that cannot be read or written exits with 3`(_ words: [String]) async throws {
    try await TrialServer.run { server in
      let trial = await Trial(["post", server.url + "echo"] + words)
      #expect(trial.status == .unreadable, "\(trial.complaints)")
      #expect(trial.complaints.contains("no-such") || trial.complaints.contains("/"))
    }
  }
}
