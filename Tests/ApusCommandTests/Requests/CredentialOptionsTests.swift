import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// Who asks, and where redirects lead.
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

  @Test func `a password answers a challenge, from a file or the environment`() async throws {
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
    }
  }

  @Test func `without --follow a redirect is shown, with the way to follow it`() async throws {
    try await TrialServer.run(nil) {
      Self.answer($0, away: "/")
    } _: { server in
      let trial = await Trial("get", server.url + "away")
      #expect(trial.status == .status && trial.complaints.contains("--follow goes there"))
      let followed = await Trial("get", server.url + "away", "--follow")
      #expect(followed.status == .success && followed.output == "none")
    }
  }

  @Test func `a token goes to its own server alone`() async throws {
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
    (["--auth", "ada:secret"], "a name alone; --auth-file FILE has its password"),
    (["--auth-file", "x"], "type --auth USER"),
    (["--auth", "ada", "--bearer", "x"], "exclude each other"),
    (["--auth", "ada", "--header", "authorization: Basic x"], "exclude each other"),
    (["--bearer", "x"], "--bearer"),
    (["-L"], "--follow"),
    (["-u", "ada:secret"], "--auth USER"),
  ])
  func `slips are told before anything is sent`(words: [String], advice: String) async {
    let trial = await Trial(["get", "http://api.example.com/"] + words)
    #expect(trial.status == .usage && trial.complaints.contains(advice), "\(trial.complaints)")
    #expect(!trial.complaints.contains("secret"))
  }
}
