import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// Credentials, and the targets of redirects.
@Suite(.ownThread) struct CredentialOptionsTests {
  /// A server that wants Basic for `ada` with `secret`, and leads from `/away` to another one.
  private static func answer(
    _ request: TestRequest, away: String = ""
  ) -> TestAnswer {
    switch request.path {
    case "/open": return .response(HTTP.Response(200, body: Array("open\n".utf8)))
    case "/away": return .response(HTTP.Response(302, headers: [.location: "\(away)told"]))
    case "/told":
      let told = request.head.fields[.authorization].map { Array($0.bytes) } ?? Array("none".utf8)
      return .response(HTTP.Response(200, body: told))
    default:
      // "ada:secret"
      guard request.head.fields[.authorization] == "Basic YWRhOnNlY3JldA==" else {
        return .response(HTTP.Response(401, headers: [.wwwAuthenticate: "Basic realm=\"x\""]))
      }
      return .response(HTTP.Response(302, headers: [.location: "/open"]))
    }
  }

  @Test func `a password from a file or the environment answers a challenge`()
    async throws
  {
    let folder = try TrialFolder(["password": Array("secret\n".utf8)])
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let file = await Trial(
        "get", server.url, "--auth", "ada", "--auth-file", folder.path + "/password", "--follow",
        "--verbose")
      #expect(file.status == .success && file.output == "open\n")
      #expect(!file.complaints.contains("YWRhOnNlY3JldA") && !file.complaints.contains("secret"))
      #expect(file.complaints.contains("Authorization: <sensitive>"))
      let variable = await Trial(
        ["get", server.url, "--auth=ada", "--follow"],
        environment: ["APUS_AUTH_PASSWORD": "secret"])
      #expect(variable.status == .success && variable.output == "open\n")
      let wrong = await Trial(
        ["get", server.url, "--auth=ada"], environment: ["APUS_AUTH_PASSWORD": "other"])
      #expect(wrong.status == .status)
      #expect(wrong.complaints.contains("did not accept the password of ada"))
      #expect(!wrong.complaints.contains("other"))
    }
  }

  @Test func `a missing password is read from the terminal or is an error before the request`()
    async throws
  {
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let missing = try await RunningTool.run("\"$tool\" get \(server.url) --auth ada")
      #expect(missing.status == 2 && missing.complaints.contains("--auth-file FILE"))
      #expect(server.requestCount == 0)
      let piped = try await RunningTool.run(
        "echo secret | \"$tool\" get \(server.url) --auth ada --auth-file - --follow")
      #expect(piped.output == "open\n", "\(piped.complaints)")
      let both = try await RunningTool.run(
        "echo secret | \"$tool\" post \(server.url) --auth ada --auth-file - --data @-")
      #expect(both.status == 2 && both.complaints.contains("exclude each other"))
    }
  }

  @Test(.enabled(if: Terminal.isThere || Corpus.isStrict, "there is no tmux that starts here"))
  func `a terminal prompt for a password does not show the typed password`() async throws {
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let types =
        "( until tmux -S ./t capture-pane -p | grep -q 'password of ada'; do sleep 0.1; done; "
        + "tmux -S ./t send-keys secret Enter ) &"
      let screen = try await Terminal.screen(
        of: "\(types)\n\"$tool\" get \(server.url) --auth ada --follow", shownAs: "apus",
        columnCount: 100)
      #expect(screen.contains("the password of ada for 127.0.0.1:"), "\(screen)")
      #expect(screen.contains("\nopen\n") && screen.contains("[exit 0]"), "\(screen)")
      #expect(!screen.contains("secret"), "\(screen)")
    }
  }

  @Test func `the --auth-now option sends Basic before a challenge, but no other scheme`()
    async throws
  {
    let folder = try TrialFolder([
      "password": Array("secret\n".utf8), "token": Array("abc\n".utf8),
    ])
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let get = "\"$tool\" get \(server.url)told"
      let asked = try await RunningTool.run("\(get) --auth ada --auth-file password", in: folder)
      #expect(asked.output == "none", "\(asked.complaints)")
      let now = try await RunningTool.run(
        "\(get) --auth ada --auth-file password --auth-now --verbose", in: folder)
      #expect(now.output == "Basic YWRhOnNlY3JldA==", "\(now.complaints)")
      #expect(!now.complaints.contains("YWRhOnNlY3JldA"))
      let token = try await RunningTool.run(
        "\(get) --auth-type bearer --auth-file token", in: folder)
      #expect(token.output == "Bearer abc", "\(token.complaints)")
      let piped = try await RunningTool.run("echo abc | \(get) --bearer -", in: folder)
      #expect(piped.output == "Bearer abc", "\(piped.complaints)")
      let digest = try await RunningTool.run(
        "\"$tool\" get \(server.url) --auth ada --auth-file password --auth-type digest",
        in: folder)
      #expect(
        digest.status == 9
          && digest.complaints.contains("sent no authentication challenge to which"))
      let basic = try await RunningTool.run(
        "\"$tool\" get \(server.url) --auth ada --auth-file password --auth-type basic --follow",
        in: folder)
      #expect(basic.output == "open\n", "\(basic.complaints)")
    }
  }

  @Test func `cookies of a redirect response are sent to the redirect target`() async throws {
    try await TrialServer.run(nil) { request in
      guard request.path == "/set" else {
        let cookie = request.head.fields[.cookie]?.text ?? "none"
        return .response(HTTP.Response(200, body: Array(cookie.utf8)))
      }
      return .response(
        HTTP.Response(302, headers: [.location: "/shown", .setCookie: "a=b; Path=/"]))
    } _: { server in
      let run = try await RunningTool.run("\"$tool\" get \(server.url)set --follow")
      #expect(run.output == "a=b", "\(run.complaints)")
    }
  }

  @Test func `a request to the port of another protocol requires the --allow-port option`()
    async throws
  {
    let refused = try await RunningTool.run("\"$tool\" get http://127.0.0.1:6000/")
    #expect(refused.status == 5 && refused.complaints.contains("type --allow-port 6000"))
    #expect(!refused.complaints.contains("egress") && !refused.complaints.contains(";;"))
    let allowed = try await RunningTool.run(
      "\"$tool\" get http://127.0.0.1:6000/ --allow-port 6000")
    #expect(!allowed.complaints.contains("--allow-port"), "\(allowed.complaints)")
  }

  @Test func `a redirect without the --follow option is shown with advice to follow it`()
    async throws
  {
    try await TrialServer.run(nil) {
      Self.answer($0, away: "/")
    } _: { server in
      let trial = await Trial("get", server.url + "away")
      #expect(
        trial.status == .status && trial.complaints.contains("type --follow to follow the redirect")
      )
      let followed = await Trial("get", server.url + "away", "--follow")
      #expect(followed.status == .success && followed.output == "none")
    }
  }

  @Test func `a bearer token option sends the token to its own server only`() async throws {
    let folder = try TrialFolder(["token": Array("abc.def\n".utf8), "none": Array("a b".utf8)])
    let token = folder.path + "/token"
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { other in
      try await TrialServer.run(nil) {
        Self.answer($0, away: other.url)
      } _: { server in
        let own = await Trial("get", server.url + "told", "--bearer", token)
        #expect(own.output == "Bearer abc.def")
        let foreign = await Trial("get", server.url + "away", "--follow", "--bearer", token)
        #expect(foreign.status == .success && foreign.output == "none")
        let broken = await Trial("get", server.url, "--bearer", folder.path + "/none")
        #expect(broken.status == .unreadable && !broken.complaints.contains("a b"))
        let missing = await Trial("get", server.url, "--bearer", folder.path + "/nowhere")
        #expect(missing.status == .unreadable && missing.complaints.contains("nowhere"))
      }
    }
  }

  @Test(arguments: [
    (
      ["--auth", "ada:secret"],
      "a user name without a password, and --auth-file FILE for the password"
    ),
    (["--auth-file", "x"], "type --auth USER"),
    (["--auth", "ada", "--bearer", "x"], "exclude each other"),
    (["--auth", "ada", "--header", "authorization: Basic x"], "exclude each other"),
    (["--bearer", "x"], "--bearer"),
    (["--bearer", "x", "--auth-now"], "exclude each other"),
    (["--auth-now"], "type --auth USER"),
    (["--auth", "ada", "--auth-now"], "the option --auth-now needs TLS"),
    (["--auth", "ada", "--auth-now", "--auth-type", "digest"], "exclude each other"),
    (["--auth", "ada", "--auth-type", "bearer"], "exclude each other"),
    (["--auth", "ada", "--auth-type", "ntlm"], "basic, digest, bearer"),
    (["--auth-type", "basic"], "type --auth USER"),
    (["-u", "ada:secret"], "--auth-file FILE"),
  ])
  func `invalid options are reported before the request is sent`(words: [String], advice: String)
    async
  {
    let trial = await Trial(["get", "http://api.example.com/"] + words)
    #expect(trial.status == .usage && trial.complaints.contains(advice), "\(trial.complaints)")
    #expect(!trial.complaints.contains("secret"))
  }
}
