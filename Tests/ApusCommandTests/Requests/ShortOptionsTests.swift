import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// The letters of curl, requests without the name of a command, and several URLs.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ShortOptionsTests {
  private static func answer(_ request: TestRequest) -> TestAnswer {
    if request.path == "/moved" {
      return .response(HTTP.Response(302, headers: [.location: "/there"]))
    }
    let type = request.head.fields[.contentType]?.text ?? "none"
    let name = request.head.fields["X-Name"]?.text ?? "-"
    let line = "\(request.head.method) \(request.head.target) \(type) \(name) "
    return .response(HTTP.Response(200, body: Array(line.utf8) + request.body + [0x0a]))
  }

  @Test(arguments: [
    ("URLx", "GET /x none - \n"), ("-s URLx", "GET /x none - \n"),
    ("-sfL URLmoved", "GET /there none - \n"), ("-H 'X-Name: a' URLx", "GET /x none a \n"),
    ("URLx -HX-Name:a", "GET /x none a \n"),
    ("-d a=b URLx", "POST /x application/x-www-form-urlencoded - a=b\n"),
    ("-d a=b -H 'Content-Type: text/x' URLx", "POST /x text/x - a=b\n"),
    ("-X PUT -da=b URLx", "PUT /x application/x-www-form-urlencoded - a=b\n"),
    ("-XREPORT URLx", "REPORT /x none - \n"), ("--method=purge URLx", "purge /x none - \n"),
    ("URLx name=Ada", "POST /x application/json - {\"name\":\"Ada\"}\n"),
    ("URLx q==1", "GET /x?q=1 none - \n"),
    ("post URLx -d a=b", "POST /x application/x-www-form-urlencoded - a=b\n"),
    ("post URLx --data a=b", "POST /x none - a=b\n"),
    ("options URLx", "OPTIONS /x none - \n"),
    ("request REPORT URLx --data y", "REPORT /x none - y\n"),
    ("request PROPFIND URLx X-Name:1", "PROPFIND /x none 1 \n"),
    ("get URLa URLb URLa X-Name:1", "GET /a none 1 \nGET /b none 1 \nGET /a none 1 \n"),
  ])
  func `apus accepts a curl command line with short options`(_ line: String, _ expected: String)
    async throws
  {
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let words = line.replacing("URL", with: server.url)
      let run = try await RunningTool.run("\"$tool\" \(words)")
      #expect(run.status == 0 && run.output == expected, "\(run.output)\(run.complaints)")
    }
  }

  @Test func `the curl options -o, -O and -v write files and print heads`() async throws {
    let folder = try TrialFolder([:])
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let url = server.url
      let run = try await RunningTool.run(
        "\"$tool\" -vo a \(url)x && \"$tool\" -O \(url)b.txt && "
          + "\"$tool\" get \(url)c \(url)d -O -s && \"$tool\" -O \(url)b.txt", in: folder)
      #expect(run.status == 3 && run.complaints.contains("> GET /x HTTP/1.1"))
      let names = try folder.names().sorted()
      #expect(names == [".complaints", ".output", "a", "b.txt", "c", "d"])
    }
  }

  @Test func `requests for several URLs share a connection and exit with the first failure`()
    async throws
  {
    try await TrialServer.run(nil) { request in
      request.path == "/no" ? .response(HTTP.Response(404)) : Self.answer(request)
    } _: { server in
      let url = server.url
      let run = try await RunningTool.run("\"$tool\" get \(url)a \(url)no \(url)b --timing")
      #expect(run.status == 9 && run.output.hasSuffix("GET /b none - \n"))
      #expect(run.complaints.contains("* attempt 1, on an open connection, status 404"))
      #expect(run.complaints.contains("* attempt 1, on an open connection, status 200"))
    }
  }
}
