import ApusNet
import ApusSession
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// The demo keeps its promises, and leaves no files.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct DemoCommandTests {
  @Test func `each step of the demo succeeds and is listed, and no file remains`()
    async throws
  {
    let folder = try TrialFolder([:])
    let trial = await Trial(
      ["demo", "--requests", "100"], environment: ["TMPDIR": folder.path])
    #expect(trial.status == .success && trial.complaints.isEmpty, "\(trial.output)")
    let lines = trial.output.split(separator: "\n")
    let steps = Demo.steps(requestCount: 100)
    #expect(lines.count { $0.hasPrefix("ok      ") } == steps.count)
    for step in steps { #expect(lines.contains("ok      \(step.name)")) }
    for proof in [
      "TLS 1.3", "is not valid for shop.example", "must have one of 2 pinned keys", "a second",
    ] {
      #expect(trial.output.contains(proof), "\(proof)")
    }
    #expect(lines.last == "every step of the demonstration succeeded")
    let names = try folder.names()
    #expect(names == [])
  }

  @Test func `the demo names a failed step and exits with 1`() async throws {
    let trial = await Trial(
      ["demo", "--requests", "1"], environment: ["TMPDIR": "no-such-folder"])
    #expect(trial.status == .failure)
    #expect(trial.output.contains("FAILED  an upload with progress\n"))
    #expect(trial.output.contains("ok      1 requests"))
    #expect(!trial.output.contains("every step of the demonstration succeeded"))
  }

  @Test func `the demo does not count a broken connection as a trusted server`() async throws {
    let folder = try TrialFolder([:])
    let authority = try TestAuthority("Apus demonstration")
    let demo = try await Demo(in: folder.path, authority)
    let broken = try await TestServer(tls: TestServer.Security(authority)) { _ in .bytes([]) }
    let closed = await #expect(throws: HTTPSessionError.self) {
      try await demo.refusal(of: broken.url) { _ in
      } byRule: { _ in
        true
      }
    }
    #expect(closed?.reason == .noResponse)
    let believed = await #expect(throws: Demo.Failure.self) {
      try await demo.refusal(of: demo.server.url) { _ in
      } byRule: { _ in
        true
      }
    }
    #expect(believed?.description == "the server was trusted")
    await broken.shutdown()
    await demo.end()
  }

  @Test func `a cancelled demo exits with 130 and removes its files`() async throws {
    let folder = try TrialFolder([:])
    let task = Task(executorPreference: CurrentTask.preferredExecutor) {
      await Trial(["demo", "--requests", "10000000"], environment: ["TMPDIR": folder.path])
    }
    // A part of a file exists before it is abandoned.
    while try folder.names().isEmpty { await Pause.brief() }
    task.cancel()
    let trial = await task.value
    #expect(trial.status == .interrupted, "\(trial.output)")
    let names = try folder.names()
    #expect(names == [])
  }

  @Test(arguments: [
    ["now"], ["--requests", "0"], ["--requests", "many"], ["--requests=99999999"],
  ])
  func `a usage error of apus demo contains advice`(_ words: [String]) async {
    #expect(await Trial(["demo"] + words).status == .usage)
  }
}
