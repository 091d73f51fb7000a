import ApusHTTP
import ApusNet
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusCommand

/// Downloads that break off, and requests that are sent again.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ContinueTests {
  private static let bytes = TestRoutes.bytes(900_000)

  /// Sends the content of a version, from the byte that a range names.
  ///
  /// Without a range it breaks off after most of it.
  private static func answer(_ request: TestRequest, version: String = "\"1\"") -> TestAnswer {
    let fields: HTTP.Fields = [.etag: HTTP.FieldValue(version), "Content-Type": "x/y"]
    guard let range = request.head.fields[.range], request.head.fields[.ifRange] == "\"1\"",
      let start = Int(range.text.dropFirst(6).dropLast())
    else {
      let response = HTTP.Response(200, headers: fields, body: bytes)
      return request.path == "/whole"
        ? .response(response) : .response(response, .finish(afterByteCount: 700_000))
    }
    var part = fields
    part[.contentRange] = HTTP.FieldValue("bytes \(start)-\(bytes.count - 1)/\(bytes.count)")
    return .response(HTTP.Response(206, headers: part, body: Array(bytes[start...])))
  }

  @Test func `the --continue option resumes an interrupted download from its partial file`()
    async throws
  {
    let folder = try TrialFolder([:])
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let line = "\"$tool\" get '\(server.url)today.tar?token=planted' --output today.tar"
      let broken = try await RunningTool.run(line, in: folder)
      #expect(broken.status == 10, "\(broken.complaints)")
      #expect(
        broken.complaints.contains(" of 900000 bytes of the download are kept"),
        "\(broken.complaints)")
      #expect(broken.complaints.contains("--output today.tar --continue"))
      #expect(!broken.complaints.contains("planted"))
      let names = try folder.names().sorted()
      #expect(names.count == 5 && names.contains("today.tar.continue"), "\(names)")
      // SAFETY: a C string for this call only.
      let mode = unsafe apus_test_file_mode("\(folder.path)/today.tar.continue")
      #expect(mode & 0o777 == 0o600)
      let rest = try await RunningTool.run("\(line) --continue --verbose", in: folder)
      #expect(rest.status == 0 && rest.complaints.contains("> Range: bytes="))
      let whole = try folder.bytes(of: "today.tar")
      #expect(whole == Self.bytes)
      let last = try folder.names().sorted()
      #expect(last == [".complaints", ".output", "today.tar"])
    }
  }

  @Test func `the --continue option resumes the download of a killed process`() async throws {
    let folder = try TrialFolder([:])
    let count = Lock(0)
    try await TrialServer.run(nil) { request in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      guard isFirst else { return Self.answer(request) }
      return .connection { connection in
        let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(Self.bytes.count)\r\n\r\n"
        try await connection.write(Array(head.utf8) + Self.bytes.prefix(700_000))
        try await connection.drain()
      }
    } _: { server in
      let get = "\"$tool\" get '\(server.url)today.tar' --output today.tar"
      let killed = try await RunningTool.run(
        """
        \(get) & child=$!
        while [ "$(cat .apus-* 2>/dev/null | wc -c)" -lt 300000 ]; do sleep 0.05; done
        kill -9 $child; wait $child
        """, in: folder)
      #expect(killed.status == 128 + 9, "\(killed.complaints)")
      let left = try folder.names()
      #expect(!left.contains("today.tar") && !left.contains("today.tar.continue"))
      let rest = try await RunningTool.run("\(get) --continue --verbose", in: folder)
      #expect(rest.status == 0 && rest.complaints.contains("> Range: bytes="), "\(rest.complaints)")
      let whole = try folder.bytes(of: "today.tar")
      #expect(whole == Self.bytes)
      let last = try folder.names().sorted()
      #expect(last == [".complaints", ".output", "today.tar"])
    }
  }

  @Test func `a partial file is not used for another URL, and a new download removes it`()
    async throws
  {
    let folder = try TrialFolder([:])
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let path = folder.path + "/a"
      #expect(await Trial("get", server.url, "--output", path).status == .answer)
      let other = await Trial("get", server.url + "other", "--output", path, "--continue")
      #expect(other.status == .usage && other.complaints.contains("came from another URL"))
      let whole = await Trial("get", server.url + "whole", "--output", path)
      #expect(whole.status == .success, "\(whole.complaints)")
      let names = try folder.names()
      #expect(names == ["a"])
      let again = await Trial("get", server.url + "whole", "--output", path, "--continue")
      #expect(
        again.status == .success && again.complaints.contains("the whole file was downloaded"))
      #expect(await Trial("get", server.url, "--continue").status == .usage)
      let inFolder = await Trial("get", server.url, "--output", folder.path, "--continue")
      #expect(inFolder.status == .usage && inFolder.complaints.contains("not the path of a folder"))
    }
  }

  @Test func `a partial file in a folder has the file name that the server proposed`() async throws
  {
    let folder = try TrialFolder([:])
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let broken = await Trial("get", server.url + "b.tar", "--output", folder.path)
      #expect(broken.complaints.contains("\(folder.path)/b.tar --continue"))
      let path = folder.path + "/b.tar"
      let rest = await Trial("get", server.url + "b.tar", "--output", path, "--continue")
      #expect(rest.status == .success, "\(rest.complaints)")
      let whole = try folder.bytes(of: "b.tar")
      #expect(whole == Self.bytes)
    }
  }

  @Test func `a download with changed content restarts, and a damaged note is rejected`()
    async throws
  {
    let folder = try TrialFolder([:])
    let version = Lock("\"1\"")
    try await TrialServer.run(nil) { request in
      Self.answer(request, version: version.withLock(\.self))
    } _: { server in
      let path = folder.path + "/a"
      #expect(await Trial("get", server.url, "--output", path).status == .answer)
      version.withLock { $0 = "\"2\"" }
      let other = await Trial("get", server.url, "--output", path, "--continue")
      #expect(other.status == .answer, "\(other.complaints)")
      let noted = try TrialFolder(["a.continue": Array("{\"url\": 1}".utf8)])
      let wrong = await Trial("get", server.url, "--output", noted.path + "/a", "--continue")
      #expect(wrong.status == .usage && wrong.complaints.contains("remove the file"))
    }
  }

  @Test func `a download with the --retry option resumes without delay`() async throws {
    let folder = try TrialFolder([:])
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let trial = await Trial("get", server.url, "--output", folder.path + "/a", "--retry=1")
      #expect(trial.status == .success, "\(trial.complaints)")
      #expect(trial.complaints.contains("bytes, and is now resumed"))
      let whole = try folder.bytes(of: "a")
      #expect(whole == Self.bytes)
      let names = try folder.names()
      #expect(names == ["a"])
    }
  }

  @Test func `the --retry option limits the number of repeated requests`() async throws {
    try await TrialServer.run(nil) { request in
      request.body.isEmpty
        ? .response(HTTP.Response(503)) : .response(HTTP.Response(503, body: request.body))
    } _: { server in
      let line = "\"$tool\" get \(server.url) --retry 2 --verbose"
      let run = try await RunningTool.run(line)
      #expect(run.status == 9 && server.requestCount == 3)
      #expect(run.complaints.split(separator: "> GET / HTTP/1.1").count == 3)
      // A POST request might be obeyed twice.
      #expect(await Trial("post", server.url, "--data=a", "--retry=2").status == .status)
      #expect(server.requestCount == 4)
      for count in ["0", "21", "x"] {
        #expect(await Trial("get", server.url, "--retry", count).status == .usage)
      }
    }
  }
}
