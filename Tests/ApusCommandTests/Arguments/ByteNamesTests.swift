import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// File names are bytes, from the command line to the system call.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ByteNamesTests {
  /// Makes two files whose names differ in a byte that is not UTF-8, which the shell calls `$name`;
  /// the other one has the name that a repair would give.
  private static func line(_ command: String, ending: String = "") -> String {
    "name=\"$(printf 'a\\377')\(ending)\"; other=\"$(printf 'a\\357\\277\\275')\(ending)\"; "
      + command
  }

  private static func echo(_ request: TestRequest) -> TestAnswer {
    .response(HTTP.Response(200, body: request.body))
  }

  @Test(arguments: [
    "post --data \"@$name\"", "post \"--data=@$name\"", "post --json \"@$name\"",
    "post --form \"f@$name\"",
  ])
  func `a file with a name that is not UTF-8 can be sent as request content`(
    _ words: String
  ) async throws {
    try await TrialServer.run(nil) {
      Self.echo($0)
    } _: { server in
      let (verb, options) = (words.prefix { $0 != " " }, words.drop { $0 != " " })
      let run = try await RunningTool.run(
        Self.line(
          "printf '[\"own\"]' >\"$name\"; printf '[\"other\"]' >\"$other\"; "
            + "\"$tool\" \(verb) \(server.url)\(options)"))
      #expect(run.status == 0, "\(run.complaints)")
      #expect(run.output.contains("own") && !run.output.contains("other"), "\(run.output)")
      let missing = try await RunningTool.run(
        Self.line(
          "printf '[\"other\"]' >\"$other\"; \"$tool\" \(verb) \(server.url)\(options)"))
      #expect(missing.status == 3 && missing.output.isEmpty, "\(missing.output)")
      #expect(missing.complaints.contains("a\\xff"), "\(missing.complaints)")
    }
  }

  @Test func `a download to a file name that is not UTF-8 replaces only that file`() async throws {
    try await TrialServer.run { server in
      for place in ["$name", "folder/$name", "$name/"] {
        let folder = try TrialFolder([:])
        let made = place == "$name/" ? "mkdir \"$name\" \"$other\"; " : ""
        let run = try await RunningTool.run(
          Self.line(
            "mkdir folder; \(made)cd .; [ -d \"$other\" ] || printf other >\"$other\"; "
              + "printf other >\"folder/$other\"; "
              + "\"$tool\" get \(server.url)bytes/4 --output \"\(place)\"; echo $?; "
              + "[ -d \"$other\" ] && ls \"$other\" || cat \"$other\"; cat \"folder/$other\"; "
              + "[ -d \"$name\" ] && wc -c <\"$name/4\" || wc -c <\"\(place)\""),
          in: folder)
        let lines = run.output.split(separator: "\n")
        #expect(lines.first == "0", "\(place): \(run.complaints)")
        #expect(run.output.hasSuffix(place == "$name/" ? "other4\n" : "otherother4\n"))
      }
    }
  }

  @Test func `an argument that is not UTF-8 is sent byte for byte`() async throws {
    try await TrialServer.run(nil) {
      Self.echo($0)
    } _: { server in
      let run = try await RunningTool.run(
        Self.line("\"$tool\" post \(server.url) --data \"$name\" | od -An -tx1"))
      #expect(run.output == " 61 ff\n", "\(run.complaints)")
    }
  }

  @Test(arguments: [
    "cert inspect \"$name\"", "cert chain \"$name\"", "cert pins \"$name\"", "cert asn1 \"$name\"",
    "cert lint --profile private \"$name\"", "cert scan 1h \"$name\"",
    "cert diff \"$name\" \"$name\"",
    "cert matches \"$name\" \"$name\"",
    "cert verify --host db.internal.example --roots \"$root\" \"$name\"",
  ])
  func `a certificate is read from a file whose name is not UTF-8`(_ words: String) throws {
    let run = try RunningTool(
      Self.line(
        "root=\"$(printf 'r\\376')\"; cp '\(Trial.authority)' \"$root\"; "
          + "cp '\(Trial.server)' \"$name\"; echo none >\"$other\"; \"$tool\" \(words)",
        ending: ".pem"))
    // The certificate breaks a rule.
    #expect(run.status == (words.contains("lint") ? 1 : 0), "\(run.complaints)")
  }

  @Test
  func `roots, keys and tokens are read from files whose names are not UTF-8`()
    async throws
  {
    let roots = Trial.fixture("keystores/authority.pem")
    let script =
      "cp '\(roots)' \"$name\"; echo none >\"$other\"; key=\"$(printf 'k\\377')\"; "
      + "cp '\(Trial.fixture("keys/p256.pem"))' \"$key\"; cert=\"$(printf 'c\\377')\"; "
      + "cp '\(Trial.fixture("keystores/p256.pem"))' \"$cert\"; "
      + "token=\"$(printf 't\\377')\"; echo abc >\"$token\"; "
    try await TrialServer.run(.local()) { server in
      let url = "https://localhost:\(server.port)/"
      let run = try await RunningTool.run(
        Self.line(
          script + "\"$tool\" get \(url) --cacert \"$name\" --cert \"$cert\" --key \"$key\" "
            + "--bearer \"$token\""))
      // The server's own authority is another one; each file was read by then.
      #expect(run.status == 7, "\(run.complaints)")
      for option in ["cacert", "cert", "bearer"] {
        let missing = try await RunningTool.run(
          Self.line("echo none >\"$other\"; \"$tool\" get \(url) --\(option) \"$name\""))
        #expect(missing.status == 3 && missing.complaints.contains("a\\xff"), "\(option)")
      }
    }
  }

  @Test func `a text argument that is not UTF-8 is rejected`() throws {
    for words in [
      "get \"http://localhost/$name\"", "get http://localhost/ --timeout \"$name\"",
      "post http://localhost/ \"$name=1\"", "reach \"$name\"", "cert inspekt \"$name\"",
      "get http://localhost/ \"--$name\"", "\"$name\"",
    ] {
      let run = try RunningTool(Self.line("\"$tool\" \(words)"))
      #expect(run.status == 2, "\(words): \(run.complaints)")
    }
  }
}
