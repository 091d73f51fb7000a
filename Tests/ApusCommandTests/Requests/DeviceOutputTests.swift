import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// A file that is not regular is written directly, or rejected: no file is renamed over it.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct DeviceOutputTests {
  /// A Boolean value that indicates whether devices can be created here, and work.
  private static let makesDevices =
    (try? RunningTool("mknod null c 1 3 && echo x >null && test -c null"))?.status == 0

  private static let content = TestRoutes.bytes(300_000)

  /// Runs a shell command in which `$get` requests the content.
  private static func run(_ line: String, in folder: TrialFolder) async throws -> RunningTool {
    var outcome: RunningTool?
    try await TrialServer.run { server in
      let get = "get() { \"$tool\" get \(server.url)bytes/300000 \"$@\"; }"
      outcome = try await RunningTool.run("\(get)\n\(line)", in: folder)
    }
    return try #require(outcome)
  }

  @Test(.enabled(if: makesDevices, "only root makes devices, where the file system heeds them"))
  func `a download to a device file writes into the device`() async throws {
    let folder = try TrialFolder([:])
    let run = try await Self.run(
      "mknod null c 1 3; mknod full c 1 7; ln -s null link; get --output null; echo $?; "
        + "get --output link; echo $?; get --output full; echo $?; stat -c '%F %t %T' null full; "
        + "stat -c %F link",
      in: folder)
    let device = "character special file 1 "
    #expect(run.output == "0\n0\n3\n\(device)3\n\(device)7\nsymbolic link\n", "\(run.complaints)")
    #expect(run.complaints == "apus: write full: No space left on device\n")
    #expect(try folder.names().filter { !$0.hasPrefix(".") } == ["full", "link", "null"])
  }

  @Test func `a download to a named pipe is written when the pipe has a reader`() async throws {
    let folder = try TrialFolder([:])
    let run = try await Self.run(
      "mkfifo p; cat p >got & get --output p; echo $?; wait; test -p p && echo pipe", in: folder)
    #expect(run.output == "0\npipe\n", "\(run.complaints)")
    #expect(try folder.bytes(of: "got") == Self.content)
  }

  @Test func `a pipe without a reader ends with a timeout, and a closed pipe with an error`()
    async throws
  {
    let folder = try TrialFolder([:])
    let run = try await Self.run(
      "mkfifo p; get --output p --timeout 0.3; echo $?; (exec 3<p) & get --output p; echo $?",
      in: folder)
    #expect(run.output == "8\n3\n", "\(run.complaints)")
    #expect(run.complaints.hasPrefix("apus: p accepted no more content within --timeout\n"))
    #expect(run.complaints.contains("apus: write p: Broken pipe"), "\(run.complaints)")
  }

  @Test(arguments: [
    "/dev/stdout >got", "/dev/stdout | cat >got", "/dev/fd/1 >got", "/dev/fd/3 3>&1 | cat >got",
  ])
  func `an output path such as /dev/fd/3 writes to the open descriptor`(_ words: String)
    async throws
  {
    let folder = try TrialFolder([:])
    let run = try await Self.run("get --output \(words)", in: folder)
    #expect(run.status == 0 && run.complaints.isEmpty, "\(run.complaints)")
    #expect(try folder.bytes(of: "got") == Self.content)
  }

  @Test func `content that is downloaded to the null device is discarded`() async throws {
    let run = try await Self.run(
      "get --output /dev/null; echo $?; test -c /dev/null && echo device", in: TrialFolder([:]))
    #expect(run.output == "0\ndevice\n" && run.complaints.isEmpty, "\(run.complaints)")
  }

  @Test func `a symbolic link as an output file is rejected before the request`() async throws {
    let folder = try TrialFolder(["target": Array("old".utf8)])
    try folder.link("link", to: "target")
    try folder.link("dangling", to: "nothing")
    let run = try await Self.run(
      "get --output link --verbose; echo $?; get --output dangling --verbose; echo $?; "
        + "stat -c %F link dangling",
      in: folder)
    #expect(run.output == "3\n3\nsymbolic link\nsymbolic link\n")
    #expect(
      run.complaints.contains("link is a symbolic link, which is neither replaced nor followed"))
    #expect(!run.complaints.contains("> GET"))
    #expect(try folder.bytes(of: "target") == Array("old".utf8))
    #expect(try folder.names().filter { !$0.hasPrefix(".") } == ["dangling", "link", "target"])
  }

  @Test(arguments: ["600", "640", "644"])
  func `a replaced output file keeps its permissions`(_ mode: String) async throws {
    let folder = try TrialFolder(["a": Array("old".utf8)])
    let run = try await Self.run(
      "chmod \(mode) a; umask 000; get --output a; stat -c %a a", in: folder)
    #expect(run.output == "\(mode)\n", "\(run.complaints)")
    #expect(try folder.bytes(of: "a") == Self.content)
  }

  @Test func `an error response is shown on the terminal and not written to a named pipe`()
    async throws
  {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(403, body: Array("not you".utf8)))
    } _: { server in
      let folder = try TrialFolder([:])
      let run = try await RunningTool.run(
        "mkfifo p; cat p >got & \"$tool\" get \(server.url) --output p; echo $?; wait", in: folder)
      #expect(run.output == "9\n" && run.complaints.hasPrefix("not you\n"), "\(run.complaints)")
      #expect(try folder.bytes(of: "got").isEmpty)
    }
  }
}
