import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// The output about a request: its bytes, without secrets, and the ignored settings.
@Suite(.ownThread) struct RequestTellingTests {
  @Test func `the --verbose option prints the Content-Length of an uploaded file`() async throws {
    let folder = try TrialFolder(["a": [UInt8](repeating: 0x61, count: 70_000)])
    try await TrialServer.run(nil) { request in
      .response(HTTP.Response(200, body: request.head.fields["Content-Length"]?.bytes ?? []))
    } _: { server in
      let trial = await Trial("put", server.url, "--verbose", "--data=@\(folder.path)/a")
      #expect(trial.output == "70000")
      #expect(trial.complaints.contains("> Content-Length: 70000\n"))
      let form = await Trial(
        "put", server.url, "--verbose", "--form=f@\(folder.path)/a", "--form", "a=b")
      #expect(form.complaints.contains("> Content-Length: \(form.output)\n"), "\(form.complaints)")
    }
  }

  @Test func `the --verbose option prints heads as received, including Content-Encoding`()
    async throws
  {
    try await TrialServer.run { server in
      let run = try await RunningTool.run("\"$tool\" get \(server.url)gzip --verbose --include")
      #expect(run.complaints.hasPrefix("> GET /gzip HTTP/1.1\n> Host: 127.0.0.1:"))
      #expect(run.complaints.contains("\n> Accept-Encoding: gzip, deflate\n< HTTP/1.1 200 OK\n"))
      #expect(run.complaints.contains("\n< Content-Encoding: gzip\n"), "\(run.complaints)")
      #expect(run.output.contains("\nContent-Encoding: gzip\n") && run.output.contains("\n\n{"))
      let pipe = "echo a | \"$tool\" post \(server.url)echo --verbose --data @-"
      let chunked = try await RunningTool.run(pipe)
      #expect(chunked.complaints.contains("\n> Transfer-Encoding: chunked\n< HTTP/1.1 200 OK\n"))
    }
  }

  @Test func `a request head is printed when it is sent, and an unsent head is not printed`()
    async throws
  {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200), .silence)
    } _: { server in
      let line = "\"$tool\" get \(server.url)x --verbose --timeout 0.3"
      let run = try await RunningTool.run(line)
      #expect(run.status == 8 && run.complaints.hasPrefix("> GET /x HTTP/1.1\n"))
      #expect(!run.complaints.contains("< "))
    }
    try await TrialServer.run(.local()) { server in
      let line = "\"$tool\" get https://localhost:\(server.port)/ --verbose"
      let run = try await RunningTool.run(line)
      #expect(run.status == 7 && !run.complaints.contains("> GET"), "\(run.complaints)")
    }
  }

  @Test func `printed URLs contain no secret query values`() async throws {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(404, headers: ["Location": "/x?sig=planted&page=2"]))
    } _: { server in
      let url = server.url + "a?page=1&access_token=planted&X-Amz-Signature=planted&q=kept"
      let trial = await Trial("get", url, "--verbose")
      #expect(trial.status == .status)
      #expect(!trial.complaints.contains("planted"), "\(trial.complaints)")
      #expect(trial.complaints.contains("page=1&access_token=<sensitive>&"))
      #expect(trial.complaints.contains("&q=kept"))
      let wrong = await Trial("get", "htp://a.example/?key=planted")
      #expect(wrong.status == .usage && !wrong.complaints.contains("planted"))
    }
  }

  @Test(arguments: [
    ("/a?b=c", "/a?b=c"), ("?TOKEN=x", "?TOKEN=<sensitive>"),
    ("?api-key=x#f", "?api-key=<sensitive>#f"),
    ("GET /?a=1&password=x HTTP/1.1", "GET /?a=1&password=<sensitive> HTTP/1.1"),
    ("?token=", "?token="), ("a=b;secret=c", "a=b;secret=<sensitive>"), ("?token", "?token"),
    ("token=x", "token=x"),
  ])
  func `the value of a query parameter with a secret name is printed as hidden`(
    _ text: String, _ shown: String
  ) {
    #expect(Redaction.queries(in: text) == shown)
  }

  @Test func `the timeout applies to a pipe without a writer and an output without a reader`()
    async throws
  {
    let folder = try TrialFolder([:])
    try folder.makePipe("pipe")
    try await TrialServer.run { server in
      for option in ["--data", "--json"] {
        let trial = await Trial(
          "post", server.url + "echo", option, "@\(folder.path)/pipe", "--timeout", "0.5")
        #expect(trial.status == .timeout, "\(trial.complaints)")
      }
      let blocked = try await RunningTool.run(
        "mkfifo out; exec 3<>out; \"$tool\" get \(server.url)bytes/900000 --timeout 1 >out",
        in: folder)
      #expect(blocked.status == 8, "\(blocked.complaints)")
      // Whichever of the two clocks is seen first.
      #expect(
        blocked.complaints.contains("standard output accepted no more")
          || blocked.complaints.contains("within 1 s (set by --timeout)"), "\(blocked.complaints)")
    }
  }

  @Test func `APUS_DEBUG prints a line for each call to standard error without secrets`()
    async throws
  {
    try await TrialServer.run { server in
      let get = "\"$tool\" get '\(server.url)bytes/3?token=planted'"
      for (variable, isOn) in [("APUS_DEBUG=1", true), ("APUS_DEBUG=0", false)] {
        let run = try await RunningTool.run("\(variable) \(get)")
        let line = "apus: 1: GET \(server.url)bytes/3?token=…: 200 in "
        #expect(run.complaints.contains(line) == isOn, "\(run.complaints)")
        #expect(!run.complaints.contains("planted"))
      }
    }
  }
}
