import ApusHTTP
import ApusNet
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusCommand

/// The destination of content: a file that is complete or absent, or a terminal without control
/// characters.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct OutputTests {
  @Test func `a complete download replaces an existing file`() async throws {
    let folder = try TrialFolder(["a": Array("old".utf8)])
    try await TrialServer.run { server in
      let path = folder.path + "/a"
      // SAFETY: a C string for this call only.
      let mode = unsafe apus_test_file_mode(path)
      let trial = await Trial("get", server.url + "bytes/300000", "--output", path)
      #expect(trial.status == .success && trial.output.isEmpty && trial.complaints.isEmpty)
      let bytes = try folder.bytes(of: "a")
      #expect(bytes == TestRoutes.bytes(300_000))
      let names = try folder.names()
      #expect(names == ["a"])
      // The old one was made as any program makes files; so is the new one.
      // SAFETY: a C string for this call only.
      let newMode = unsafe apus_test_file_mode(path)
      #expect(newMode == mode)
    }
  }

  @Test func `a truncated response leaves the old file and no temporary file`() async throws {
    let folder = try TrialFolder(["a": Array("old".utf8)])
    try await TrialServer.run(nil) { _ in
      .response(
        HTTP.Response(200, body: TestRoutes.bytes(900_000)), .finish(afterByteCount: 700_000))
    } _: { server in
      let trial = await Trial("get", server.url, "--output", folder.path + "/a")
      #expect(trial.status == .answer)
      let bytes = try folder.bytes(of: "a")
      #expect(bytes == Array("old".utf8))
      let names = try folder.names()
      #expect(names == ["a"])
    }
  }

  @Test func `an error response is shown and not saved to the output file`() async throws {
    let folder = try TrialFolder([:])
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(403, body: Array("not \u{1b}[31myou".utf8)))
    } _: { server in
      let trial = await Trial("get", server.url, "--output", folder.path + "/a")
      #expect(trial.status == .status && trial.complaints.contains("not \\x1b[31myou\n"))
      let names = try folder.names()
      #expect(names.isEmpty)
    }
  }

  @Test func `a download into a folder is named after the URL and replaces no file`()
    async throws
  {
    let folder = try TrialFolder([:])
    try await TrialServer.run { server in
      let words = ["get", server.url + "bytes/9", "--output", folder.path]
      let first = await Trial(words)
      #expect(first.status == .success && first.complaints == "\(folder.path)/9\n")
      let bytes = try folder.bytes(of: "9")
      #expect(bytes.count == 9)
      #expect(await Trial(words).status == .unreadable)
      let names = try folder.names()
      #expect(names == ["9"])
    }
  }

  @Test func `a cancelled download exits with 130 and leaves no file`() async throws {
    let folder = try TrialFolder([:])
    let sent = Lock(0)
    try await TrialServer.run(nil) { _ in
      .stream(HTTP.ResponseHead(200)) { connection in
        while true {
          try await connection.writeChunk([UInt8](repeating: 0x61, count: 65_536))
          sent.withLock { $0 += 1 }
        }
      }
    } _: { server in
      let url = server.url
      let task = Task(executorPreference: CurrentTask.preferredExecutor) {
        await Trial("get", url, "--output", folder.path + "/endless")
      }
      // More is received than fits between the two, so that the unnamed file has some of it.
      while sent.withLock({ $0 < 1_000 }) { await Pause.brief() }
      task.cancel()
      let trial = await task.value
      #expect(trial.status == .interrupted, "\(trial.complaints)")
      let names = try folder.names()
      #expect(names == [])
    }
  }

  @Test func `a hyphen as the output file means standard output`() async throws {
    try await TrialServer.run { server in
      #expect(await Trial("get", server.url + "bytes/4", "--output", "-").bytes == [0, 1, 2, 3])
    }
  }

  @Test func `apus does not reuse standard descriptors that were closed at its start`()
    async throws
  {
    // An event of the runtime itself would have eight bytes.
    try await TrialServer.run(nil) { request in
      .response(HTTP.Response(200, body: request.body.isEmpty ? Array("12345678".utf8) : []))
    } _: { server in
      for line in ["1>&-", "1>&- 2>&-", "0<&- 1>&- 2>&-"] {
        let run = try await RunningTool.run("\"$tool\" get \(server.url) \(line)")
        #expect(run.status == 3, "\(line): \(run.complaints)")
      }
      let told = try await RunningTool.run("\"$tool\" get \(server.url) 1>&-")
      #expect(told.complaints == "apus: write standard output: Bad file descriptor\n")
      let input = try await RunningTool.run("\"$tool\" post \(server.url) --json @- 0<&-")
      #expect(input.status == 3, "\(input.complaints)")
    }
  }

  @Test func `standard input is read from its offset, and a full output is awaited`()
    async throws
  {
    try await TrialServer.run { server in
      let folder = try TrialFolder(["lines": Array("first\nrest\n".utf8)])
      let rest = try await RunningTool.run(
        "exec <lines; read line; \"$tool\" post \(server.url)echo --data @-", in: folder)
      #expect(rest.output == "rest\n", "\(rest.complaints)")
      // dd sets the flag of a pipe that both have, and leaves it so.
      let all = try await RunningTool.run(
        "{ dd oflag=nonblock count=0 2>/dev/null; \"$tool\" get \(server.url)bytes/900000; "
          + "echo $? >status; } | { sleep 0.3; wc -c; }; cat status", in: folder)
      #expect(all.output == "900000\n0\n", "\(all.complaints)")
    }
  }

  @Test func `control characters are escaped on a terminal and unchanged in a pipe`()
    async throws
  {
    let content = Array("a\u{1b}]0;title\u{7}\r\n\tb\u{202e}".utf8)
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200, body: content))
    } _: { server in
      let shown = await Trial(["get", server.url], isTerminal: true)
      #expect(shown.output == "a\\x1b]0;title\\x07\n\tb\\u{202e}\n")
      #expect(await Trial(["get", server.url]).bytes == content)
    }
  }

  @Test func `binary content is not shown on a terminal`() async throws {
    try await TrialServer.run { server in
      let trial = await Trial(["get", server.url + "bytes/100"], isTerminal: true)
      #expect(trial.status == .failure && trial.output.isEmpty)
      #expect(trial.complaints.contains("--output FILE"))
    }
  }
}
