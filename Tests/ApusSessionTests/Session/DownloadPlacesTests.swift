import ApusHTTP
import ApusNet
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The places of downloads: the program's choice, and the created folders.
@Suite(.ownThread) struct DownloadPlacesTests {
  private struct Unwanted: Error {}

  private static let answer: TestServer.Handler = { request in
    switch request.path {
    case "/none": .response(HTTP.Response(404, body: Array("gone".utf8)))
    default: .response(HTTP.Response(200, headers: ["X-Kind": "report"], body: [1, 2, 3]))
    }
  }

  /// Returns the error of a download; nil if it succeeds.
  private func reason(
    _ work: () async throws -> Void
  ) async -> HTTPSessionError? {
    do {
      try await work()
      return nil
    } catch {
      return HTTPSessionError(of: error)
    }
  }

  @Test func `a closure can choose the file or the folder of a download by the response head`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await SessionFixture.with(Self.answer) { fixture in
      let download = try await fixture.session.download(.get("a")) { head in
        "\(folder.path)/\(head.fields["X-Kind"]?.text ?? "")"
      }
      #expect(download?.path == "\(folder.path)/report" && download?.byteCount == 3)
      let written = try Files.contents(of: "\(folder.path)/report")
      #expect(written == [1, 2, 3])
      // In a folder it has the name that is safe there.
      let second = try await fixture.session.download(.get("b.txt")) { _ in folder.path }
      #expect(second?.path == "\(folder.path)/b.txt")
      let error = await reason {
        _ = try await fixture.session.download(.get("..%2f")) { _ in folder.path + "/" }
      }
      #expect(error?.code.name == "file-name")
    }
  }

  @Test func `the session's download destination takes precedence over that of the call`()
    async throws
  {
    let folder = try TemporaryFolder()
    let asked = Lock([String]())
    try await SessionFixture.with(Self.answer) {
      $0.downloads.place = { request, head in
        asked.withLock { $0.append("\(request.path) \(head.status.code)") }
        guard request.path != "/own" else { return nil }
        guard request.path != "/bad" else { throw Unwanted() }
        return "\(folder.path)/session-\(head.fields["X-Kind"]?.text ?? "")"
      }
    } _: { fixture in
      let session = fixture.session
      // A path that could not be written to is never looked at.
      let first = try await session.download("a", to: "/none/a", options: .overwrite)
      #expect(first.path == "\(folder.path)/session-report")
      let second = try await session.download(.get("b"), options: .overwrite) { _ in
        Issue.record("the call's own closure was asked")
        return nil
      }
      #expect(second?.path == first.path)
      let task = session.start(.download("c", to: "/none/c", options: .overwrite))
      #expect(try await task.value.path == first.path)
      // If it names none, the call does.
      let own = try await session.download("own", to: "\(folder.path)/own")
      #expect(own.path == "\(folder.path)/own")
      #expect(try await session.download(.get("own")) { _ in nil } == nil)
      // The rules for existing files, and for statuses, apply as always.
      let taken = await reason {
        try await session.download("d", to: "\(folder.path)/d")
      }
      #expect(taken?.code.name == "file")
      let refused = await reason {
        try await session.download("none", to: "\(folder.path)/n")
      }
      #expect(refused?.reason == .status(404))
      let failed = await reason {
        try await session.download("bad", to: "\(folder.path)/e")
      }
      #expect(failed?.reason == .hook && failed?.underlying is Unwanted)
      let names = try Files.names(in: folder.path)
      #expect(Set(names) == ["session-report", "own"])
    }
    let expected = ["/a", "/b", "/c", "/own", "/own", "/d", "/bad"].map { "\($0) 200" }
    #expect(asked.withLock { $0 } == expected)
  }

  @Test func `a download is not saved if its closure returns no path or throws`() async throws {
    let folder = try TemporaryFolder()
    try await SessionFixture.with(Self.answer) { fixture in
      let download = try await fixture.session.download(.get("a")) { _ in nil }
      #expect(download == nil)
      let error = await reason {
        _ = try await fixture.session.download(.get("a")) { _ in throw Unwanted() }
      }
      #expect(error?.reason == .hook && error?.underlying is Unwanted)
      #expect(error?.response?.status == 200)
      let names = try Files.names(in: folder.path)
      #expect(names.isEmpty)
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
    }
  }

  @Test func `the destination closure is not called for an unaccepted status code`() async throws {
    try await SessionFixture.with(Self.answer) { fixture in
      let error = await reason {
        _ = try await fixture.session.download(.get("none")) { _ in
          Issue.record("asked")
          return nil
        }
      }
      #expect(error?.reason == .status(404) && error?.response?.text == "gone")
    }
  }

  @Test func `a download creates missing folders but never replaces a file by a folder`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await SessionFixture.with(Self.answer) { fixture in
      let path = "\(folder.path)/x/y/z"
      let error = await reason {
        try await fixture.session.download("a", to: path)
      }
      #expect(error?.code.name == "file")
      let none = try Files.names(in: folder.path)
      #expect(none.isEmpty)
      try await fixture.session.download("a", to: path, options: .createFolders)
      let written = try Files.contents(of: path)
      #expect(written == [1, 2, 3])
      // In a folder that is made the file has the name of the URL.
      let download = try await fixture.session.download(
        "b", to: "\(folder.path)/v/w/", options: .createFolders)
      #expect(download.path == "\(folder.path)/v/w/b")
      // SAFETY: a C string for this call only.
      let mode = unsafe apus_test_file_mode("\(folder.path)/v/w")
      #expect(mode & 0o777 == 0o700)
      // The existing file stays, and is found before the request.
      let count = fixture.server.requestCount
      let taken = await reason {
        try await fixture.session.download("a", to: path, options: .createFolders)
      }
      #expect(taken?.code.name == "file" && fixture.server.requestCount == count)
      // A file in place of a folder is an error too.
      let blocked = await reason {
        try await fixture.session.download("a", to: path + "/b", options: .createFolders)
      }
      #expect(blocked?.code.name == "file")
      // A status that is not accepted creates no file.
      _ = await reason {
        try await fixture.session.download(
          "none", to: "\(folder.path)/n/n", options: .createFolders)
      }
      let names = try Files.names(in: folder.path)
      #expect(Set(names) == ["x", "v"])
    }
  }
}
