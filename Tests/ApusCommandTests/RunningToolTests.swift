import ApusASN1
import ApusBytes
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// The program in a shell behaves like the commands in their own tests.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct RunningToolTests {
  /// A shell command, and its expected result.
  struct Case: CustomTestStringConvertible {
    let line: String
    let status: Int64
    /// The expected words of standard output or standard error.
    let words: [String]
    var testDescription: String { line }

    init(_ line: String, _ status: Int64, _ words: String...) {
      (self.line, self.status, self.words) = (line, status, words)
    }
  }

  private static func check(_ one: Case, _ run: RunningTool) {
    #expect(run.status == one.status, "\(one.line): \(run.complaints)")
    for word in one.words {
      #expect((run.output + run.complaints).contains(word), "\(one.line): \(run.complaints)")
    }
  }

  private static let name = "--host db.internal.example"
  private static let roots = "--roots chains/private-ca.pem"

  @Test(arguments: [
    Case("cert inspect tool/request.pem", 0, "certificate request", "shop.example"),
    Case("cert inspect revocation/list.pem", 0, "revocation list", "1001"),
    Case("cert inspect tool/message.p7b", 0, "PKCS #7 message", "CN=Private CA"),
    Case("cert inspect keystores/p256.p12", 11, "--password-file FILE"),
    Case("cert inspect keys/rsa.public.pem", 0, "public key", "RSA, 2048 bits"),
    Case("cert inspect keys/rsa.pem", 0, "private key", "sha256/"),
    Case("cert inspect chains/private-server.pem", 0, "time left"),
    Case("cert asn1 keys/rsa.pem", 0, "<secret>", "--secrets"),
    Case("cert diff tool/message.p7b chains", 1, "certificates[1]"),
    Case("cert lint --profile private chains/private-client.pem", 0, "worker 7"),
    Case("cert verify \(name) \(roots) --profile private chains/private-server.pem", 0, "valid as"),
    Case("cert verify --host x.example \(roots) chains/private-server.pem", 1, "--host NAME"),
    Case(
      "cert verify --host x.example \(roots) --format json chains/private-server.pem", 1,
      #""code": "name-mismatch""#, #""rdns""#),
    Case("cert matches keys/p256.pem keystores/p256.pem", 0, "the key belongs to the certificate"),
    Case(
      "cert matches keys/p384.pem keystores/p256.pem", 1,
      "the key does not belong to the certificate"),
    Case("cert scan 30d chains", 0, "0 of 4 certificates"),
    Case("cert scan nowhere", 3, "nowhere: No such file"),
    Case("cert inspect nowhere", 3, "apus: nowhere: No such file"),
    Case("get htp://a.example/", 2, "did you mean http://a.example/?"),
    Case("get file:///etc/hosts", 2, "--data @FILE"),
    Case("get 127.0.0.1:8081/get", 2, "http://127.0.0.1:8081/get"),
    Case("get 'http://[fe80::1%25nope]:2/'", 5, "no network interface nope"),
    Case(
      "get https://a.example/ --cert keys/rsa.pem", 3,
      "apus: keys/rsa.pem: the identity contains no certificate"),
    Case("post http://a.example/ a:=b", 2, "the value is not valid JSON"),
    Case("post http://a.example/ --json @chains/make.sh", 2, "chains/make.sh is not valid JSON"),
    Case("post --help", 0, "sends a POST request", "name=Ada", "connection 10 s"),
    Case("cert scan --help", 0, "examples:", "  11  "),
  ])
  func `each apus command line in a shell has the expected exit status and output`(_ one: Case)
    throws
  {
    let run = try RunningTool("cd '\(Trial.root)/Fixtures' && \"$tool\" \(one.line)")
    Self.check(one, run)
  }

  @Test func `each apus request command in a shell sends the expected HTTP request`() async throws {
    try await TrialServer.run(nil) { request in
      let length = request.head.fields["Content-Length"]?.bytes ?? []
      return .response(HTTP.Response(200, body: length + [0x7c] + request.body))
    } _: { server in
      let folder = try TrialFolder(["a.json": Array("[1, 2]".utf8)])
      for one in [
        Case("post \(server.url) name=Ada age:=36", 0, #"{"name":"Ada","age":36}"#),
        Case("post \(server.url) --form name=Ada", 0, "name=Ada"),
        Case("post \(server.url) --form f@a.json", 0, "filename=\"a.json\"", "[1, 2]"),
        Case("post \(server.url) --json @a.json", 0, "6|[1, 2]"),
        Case("put \(server.url) --data @a.json --verbose", 0, "> Content-Length: 6\n"),
        Case("get '\(server.url)?token=planted' --verbose", 0, "?token=<sensitive>"),
      ] {
        Self.check(one, try await RunningTool.run("\"$tool\" \(one.line)", in: folder))
      }
      let pipe = "mkfifo p; \"$tool\" post \(server.url) --data @p --timeout 0.5"
      #expect(try await RunningTool.run(pipe).status == 8)
    }
  }

  @Test func `apus command lines in a shell read servers and show damaged certificates`()
    async throws
  {
    try await TrialServer.run(.local()) { server in
      let place = "localhost:\(server.port)"
      for one in [
        Case("cert diff \(place) \(place)", 0),
        Case("cert diff '\(Trial.server)' \(place)", 1, "subject"),
        Case("cert scan 1h \(place)", 0, "0 of "),
        Case("cert scan 5000w \(place)", 1, place),
      ] {
        Self.check(one, try await RunningTool.run("\"$tool\" \(one.line)"))
      }
    }
    let pem = try Files.contents(of: Trial.server)
    var der = try #require(try PEM.sections(of: pem.span).first).bytes(in: pem.span)
    // A certificate without its second half is not read; its version alone is a flaw.
    let version: [UInt8] = [0xa0, 0x03, 0x02, 0x01, 0x02]
    let at = try #require(der.indices.dropLast(4).first { der[$0..<$0 + 5].elementsEqual(version) })
    der[at + 4] = 1
    let folder = try TrialFolder(["flawed.der": der, "cut.der": Array(der.prefix(200))])
    let flawed = try await RunningTool.run("\"$tool\" cert inspect flawed.der", in: folder)
    #expect(flawed.status == 3 && flawed.output.contains("CN=db.internal.example"))
    let cut = try await RunningTool.run("\"$tool\" cert inspect cut.der", in: folder)
    #expect(cut.status == 3 && cut.complaints.contains("cut.der"))
  }

  @Test(.enabled(if: Terminal.isThere || Corpus.isStrict, "there is no tmux that starts here"))
  func `terminal output is coloured and wrapped unless options disable it`() async throws {
    let inspect = "\"$tool\" cert inspect '\(Trial.server)'"
    for (line, isColoured) in [
      (inspect, true), ("NO_COLOR=1 \(inspect)", false), ("TERM=dumb \(inspect)", false),
    ] {
      let screen = try await Terminal.screen(of: line, columnCount: 100)
      #expect(screen.contains("\u{1b}[36msubject") == isColoured, "\(line)")
      #expect(screen.contains("CN=db.internal.example"))
    }
    var counts: [Int] = []
    for columnCount in [60, 120] {
      let screen = try await Terminal.screen(of: "\"$tool\" get --helo", columnCount: columnCount)
      let lines = screen.split(separator: "\n").filter { !$0.hasPrefix("[exit") }
      // The rest of a message is indented by two columns.
      #expect(lines.count > 1 && lines.dropFirst().allSatisfy { $0.hasPrefix("  ") }, "\(screen)")
      counts.append(lines.count)
    }
    #expect(counts[0] > counts[1], "the terminal's own width is not heeded")
  }
}
