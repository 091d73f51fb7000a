import ApusHTTP
import ApusSerialization
import ApusSession
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// The reports about a request besides its response: times, facts, and the request itself.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ReportTests {
  @Test func `the --timing option prints attempts and phases within the terminal's width`()
    async throws
  {
    try await TrialServer.run(nil) { request in
      request.path == "/again"
        ? .response(HTTP.Response(302, headers: [.location: "/x"]))
        : .response(HTTP.Response(200, body: TestRoutes.bytes(100)))
    } _: { server in
      let line = "\"$tool\" get \(server.url)again --follow --timing"
      let run = try await RunningTool.run("COLUMNS=60 \(line)")
      let lines = run.complaints.split(separator: "\n")
      #expect(lines.allSatisfy { $0.utf8.count <= 60 }, "\(run.complaints)")
      #expect(lines.count { $0.hasPrefix("* attempt ") } == 2)
      #expect(lines.contains { $0.hasPrefix("* attempt 1, 127.0.0.1:\(server.port), status 302") })
      #expect(lines.contains { $0.hasPrefix("* attempt 2, on an open connection, status 200") })
      for phase in ["name", "connect", "send", "first byte", "body"] {
        #expect(lines.contains { $0.hasPrefix("*   \(phase) ") && $0.hasSuffix(" ms") }, "\(phase)")
      }
      let narrow = try await RunningTool.run("COLUMNS=20 \(line)")
      #expect(!narrow.complaints.contains("=") && narrow.status == 0)
    }
    try await TrialServer.run(.local()) { server in
      let refused = try await RunningTool.run(
        "\"$tool\" get https://localhost:\(server.port)/ --timing")
      #expect(refused.status == 7 && refused.complaints.contains("no response"))
    }
  }

  @Test func `the JSON report describes a request and contains no secret`() async throws {
    let folder = try TrialFolder(["token": Array("planted\n".utf8)])
    try await TrialServer.run(nil) { request in
      let location: HTTP.Fields = [.location: "/b?token=planted", .setCookie: "a=planted"]
      return request.path.hasPrefix("/a")
        ? .response(HTTP.Response(307, headers: location))
        : .response(HTTP.Response(200, headers: location, body: Array("planted?".utf8)))
    } _: { server in
      let line =
        "\"$tool\" get '\(server.url)a?sig=planted&page=2' --report json --follow "
        + "--header 'X-Api-Key: planted' --bearer token --timing --verbose"
      let run = try await RunningTool.run(line, in: folder)
      #expect(run.status == 0 && run.output == "planted?")
      #expect(!run.complaints.contains("planted"), "\(run.complaints)")
      let last = try #require(run.complaints.split(separator: "\n").last)
      let report = try JSON.Value(parsing: String(last))
      #expect(report["status"]?.int == 200 && report["exit"]?.int == 0)
      #expect(report["method"]?.string == "GET")
      #expect(report["url"]?.string?.hasSuffix("/a?sig=<sensitive>&page=2") == true)
      let call = try #require(report["calls"]?[0])
      #expect(call["redirects"]?[0]?["status"]?.int == 307)
      #expect(call["attempts"]?.array?.count == 2 && call["receivedBytes"]?.int == 8)
      #expect(call["attempts"]?[0]?["address"]?.string == "127.0.0.1:\(server.port)")
      #expect((call["attempts"]?[0]?["headAt"]?.double ?? 0) > 0)
      #expect(await Trial("get", server.url, "--report", "xml").status == .usage)
    }
    let server = try await TestServer(tls: .local(), TestRoutes.answer)
    let secured = try await RunningTool.run(
      "\"$tool\" get https://localhost:\(server.port)/get --report json", in: folder)
    let report = try JSON.Value(
      parsing: String(try #require(secured.complaints.split(separator: "\n").last)))
    #expect(report["exit"]?.int == 7 && report["status"] == nil)
    await server.shutdown()
  }

  @Test func `--dry-run and --curl print a request without secrets and do not send it`()
    async throws
  {
    let folder = try TrialFolder([
      "token": Array("planted\n".utf8), "photo": [1, 2, 3], "credential": Array("x:planted".utf8),
    ])
    try await TrialServer.run { server in
      for (words, contents) in [
        (
          "post '\(server.url)a?token=planted&page=2' name=Ada password=planted list[]=x "
            + "X-Api-Key:planted --bearer token",
          [
            "page=2", "token=<sensitive>", "X-Api-Key: <sensitive>", #""name":"Ada""#,
            #""password":"<sensitive>""#, "Authorization: Bearer <sensitive>",
            "Content-Type: application/json",
          ]
        ),
        (
          "post \(server.url)a --form name=Ada --form password=planted",
          ["name=Ada&password=<sensitive>", "Content-Type: application/x-www-form-urlencoded"]
        ),
        (
          "put \(server.url)a --data 'key=planted' --auth ada --auth-file token --auth-now",
          ["key=<sensitive>", "Authorization: Basic <sensitive>", "PUT"]
        ),
        (
          "get \(server.url)a --header 'Cookie: a=planted' --proxy http://127.0.0.1:1 "
            + "--proxy-auth-file credential", ["Cookie: <sensitive>"]
        ),
      ] {
        for option in ["--dry-run", "--curl"] {
          let run = try await RunningTool.run("\"$tool\" \(words) \(option)", in: folder)
          #expect(run.status == 0 && !run.output.contains("planted"), "\(run.output)")
          #expect(run.complaints.isEmpty, "\(run.complaints)")
          for content in contents { #expect(run.output.contains(content), "\(run.output)") }
        }
      }
      #expect(server.requestCount == 0)
      let message = await Trial("head", server.url + "a", "--dry-run")
      #expect(message.output.hasPrefix("HEAD /a HTTP/1.1\nHost: 127.0.0.1:\(server.port)\n"))
      let settings = await Trial(
        "get", server.url, "--curl", "--follow", "--timeout=2.5", "--output=a b", "--retry=2")
      for words in ["--location", "--max-time 2.500", "--output 'a b'", "--retry 2"] {
        #expect(settings.output.contains(words), "\(settings.output)")
      }
      #expect(await Trial("get", server.url, "--curl", "--dry-run").status == .usage)
    }
  }

  @Test func `the curl command that --curl prints sends the same request`() async throws {
    let folder = try TrialFolder(["photo.png": [1, 2, 3]])
    try await TrialServer.run(nil) { request in
      var text = "\(request.head.method) \(request.path)\n"
      for field in request.head.fields where !["Host", "Accept-Encoding"].contains(field.name) {
        // curl writes a boundary of its own.
        let value = field.value.text.split(separator: "boundary=").first ?? ""
        text += field.name == "Content-Length" ? "" : "\(field.name.text): \(value)\n"
      }
      let isForm = request.head.fields[.contentType]?.text.hasPrefix("multipart") == true
      let content = isForm ? Array("\(request.body.count > 100)".utf8) : request.body
      return .response(HTTP.Response(200, body: Array(text.utf8) + content))
    } _: { server in
      for words in [
        "get '\(server.url)a?b=c d'".replacing(" d", with: "%20d"),
        "post \(server.url) name=O\\'Neill age:=36", "put \(server.url) --data 'a b'",
        "put \(server.url) --data @photo.png", "delete \(server.url)x X-One:1 'X-Empty;'",
        "post \(server.url) --form a=b --form 'c=d&e'",
        "post \(server.url) --form a=b --form f@photo.png",
      ] {
        let line =
          "\"$tool\" \(words) >ours; \"$tool\" \(words) --curl >command; sh ./command >theirs"
        let run = try await RunningTool.run(
          "\(line) 2>errors; sort ours >a; sort theirs >b; cat command; diff a b", in: folder)
        #expect(run.status == 0, "\(run.output)")
      }
    }
  }

  @Test(arguments: [
    ("name", "Ada\n"), ("mails[1]", "b\n"), ("a.b[0].c", "1e400\n"), ("[\"x.y\"]", "true\n"),
    ("list", "[\n  1,\n  2\n]\n"), ("nothing", "null\n"),
  ])
  func `the --select option prints one value of a JSON response`(_ path: String, _ expected: String)
    async throws
  {
    let json =
      #"{"name":"Ada","mails":["a","b"],"a":{"b":[{"c":1e400}]},"x.y":true,"list":[1,2],"#
      + #""nothing":null}"#
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200, body: Array(json.utf8)))
    } _: { server in
      let run = try await RunningTool.run("\"$tool\" get \(server.url) --select '\(path)'")
      #expect(run.status == 0 && run.output == expected, "\(run.output) \(run.complaints)")
    }
  }

  @Test func `--select fails without JSON or the value, and keeps the status of an error`()
    async throws
  {
    try await TrialServer.run(nil) { request in
      request.path == "/no"
        ? .response(HTTP.Response(404, body: Array("gone".utf8)))
        : .response(HTTP.Response(200, body: Array((request.path == "/x" ? "<" : "[1]").utf8)))
    } _: { server in
      for (path, select, status) in [
        ("", "[1]", ExitStatus.failure), ("", "a", .failure), ("x", "a", .failure),
        ("no", "a", .status), ("", "a..b", .usage), ("", "[", .usage), ("", "a[\"b]", .usage),
      ] {
        let trial = await Trial("get", server.url + path, "--select", select)
        #expect(trial.status == status, "\(path) \(select): \(trial.complaints)")
        #expect(trial.output == (path == "no" ? "gone" : ""))
      }
    }
  }
}
