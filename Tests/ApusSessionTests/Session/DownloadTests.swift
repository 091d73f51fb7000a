import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

@Suite(.ownThread) struct DownloadTests {
  private static let content = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 4) }

  private static let answer: TestServer.Handler = { request in
    switch request.path {
    case "/whole": .response(HTTP.Response(200, body: content))
    case "/cut": .response(HTTP.Response(200, body: content), .finish(afterByteCount: 2 << 20))
    case "/empty": .response(HTTP.Response(200))
    default: .response(HTTP.Response(404, body: Array("gone".utf8)))
    }
  }

  @Test func `a download writes its content to the file and reports progress to the end`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await SessionFixture.with(Self.answer) { fixture in
      var seen: [TransferProgress] = []
      let download = try await fixture.session.download("whole", to: "\(folder.path)/a") {
        seen.append($0)
      }
      #expect(download.byteCount == Self.content.count)
      #expect(download.head.status == .ok)
      let written = try Files.contents(of: "\(folder.path)/a")
      #expect(written == Self.content)
      #expect(seen.last?.fraction == 1)
      #expect(seen.map(\.completed) == seen.map(\.completed).sorted())
      let names = try Files.names(in: folder.path)
      #expect(names == ["a"])
      // Zero bytes are all there too.
      try await fixture.session.download("empty", to: "\(folder.path)/b") { seen = [$0] }
      #expect(seen.map(\.completed) == [0] && seen.last?.fraction == 1)
      let empty = try Files.contents(of: "\(folder.path)/b")
      #expect(empty.isEmpty)
    }
  }

  @Test func `a download reports received bytes before it writes them`()
    async throws
  {
    let folder = try TemporaryFolder()
    let gates = [Gate(), Gate()]
    try await SessionFixture.with { _ in
      .connection { connection in
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 300\r\n\r\n")
        for gate in gates {
          try await connection.write(String(repeating: "x", count: 100))
          // If no progress is reported, the test fails instead of waiting forever.
          _ = await Pause.until { gate.wasOpened }
        }
        try await connection.write(String(repeating: "x", count: 100))
        try await connection.finish()
        try await connection.drain()
      }
    } _: { fixture in
      var seen: [Int] = []
      let path = "\(folder.path)/a"
      let download = try await fixture.session.download("slow", to: path) { progress in
        seen.append(progress.completed)
        if progress.completed >= 100 { gates[0].open() }
        if progress.completed >= 200 { gates[1].open() }
      }
      #expect(seen == [100, 200, 300] && download.byteCount == 300)
    }
  }

  @Test(.enabled(if: SmallDisk.mayMount, "this process may not mount a disk of its own"))
  func `a full disk ends a download and leaves an existing file unchanged`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/disk"
    let disk = try SmallDisk(at: path, kibibytes: 256)
    defer { disk.unmount() }
    try Files.append([1, 2], to: "\(path)/a")
    try await SessionFixture.with(Self.answer) { fixture in
      for options: HTTPSession.DownloadOptions in [.overwrite, [.overwrite, .resume]] {
        do {
          try await fixture.session.download("whole", to: "\(path)/a", options: options)
          Issue.record("downloaded")
        } catch let error as HTTPSessionError {
          #expect(error.code.name == "file", "\(error)")
        }
        let (old, names) = (try Files.contents(of: "\(path)/a"), try Files.names(in: path))
        #expect(old == [1, 2] && names == ["a"])
      }
      // The empty file takes no space.
      let download = try await fixture.session.download("empty", to: "\(path)/b")
      #expect(download.byteCount == 0)
    }
  }

  @Test func `a failed download leaves no file`() async throws {
    let folder = try TemporaryFolder()
    try await SessionFixture.with(Self.answer) { fixture in
      for (target, code) in [("cut", "connection-lost"), ("none", "status")] {
        do {
          try await fixture.session.download(.reference(target), to: "\(folder.path)/a")
          Issue.record("downloaded")
        } catch let error as HTTPSessionError {
          #expect(error.code.name == code)
          if code == "status" { #expect(error.response?.text == "gone") }
        }
      }
      let isEmpty = try await Pause.until { try Files.names(in: folder.path).isEmpty }
      #expect(isEmpty)
    }
  }

  @Test func `a download replaces an existing file only if the caller requests that`() async throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3])
    try await SessionFixture.with(Self.answer) { fixture in
      do {
        try await fixture.session.download("empty", to: path)
        Issue.record("replaced")
      } catch let error as HTTPSessionError {
        #expect(error.code.name == "file")
      }
      let kept = try Files.contents(of: path)
      #expect(kept == [1, 2, 3])
      try await fixture.session.download("empty", to: path, options: .overwrite)
      let replaced = try Files.contents(of: path)
      #expect(replaced.isEmpty)
    }
  }

  /// Responds with a name from the path's first part.
  private static let named: TestServer.Handler = { request in
    let names = [
      "plain": "attachment; filename=\"a.txt\"",
      "path": "attachment; filename=\"../../etc/b.txt\"",
      "windows": "attachment; filename=\"C:\\\\x\\\\c.txt\"",
      "encoded": "attachment; filename=x; filename*=UTF-8''%2e%2e%2fs%C3%BC%C3%9F.txt",
      "hidden": "attachment; filename=.bashrc", "option": "attachment; filename=-rf",
      "parent": "attachment; filename=\"..\"", "empty": "attachment; filename=\"\"",
      "device": "attachment; filename=nul.txt", "broken": "attachment; filename=\"a",
      "unquoted": "attachment; filename=my report, final.txt",
      "damaged": "attachment; filename=\"d.txt\"; filename*=UTF-8''%E9.txt",
      "spaced": "attachment; filename=\"d.txt\"; filename*=UTF-8''e e.txt",
      "nameless": "attachment", "control": "attachment; filename*=UTF-8''a%00b",
    ]
    var headers: HTTP.Fields = ["Content-Location": "/evil", "Location": "/evil"]
    if let name = names[request.segments.first ?? ""] {
      headers["Content-Disposition"] = HTTP.FieldValue(name)
    }
    return .response(HTTP.Response(200, headers: headers, body: [1]))
  }

  @Test(
    arguments: [
      ("plain/x", "a.txt"), ("path/x", "b.txt"), ("windows/x", "c.txt"), ("encoded/x", "süß.txt"),
      ("unquoted/x", "my report, final.txt"), ("damaged/x", "d.txt"), ("spaced/x", "d.txt"),
      ("broken/x.tar", "x.tar"), ("nameless/y", "y"), ("none/z%20z?a=/b", "z z"),
      ("none/q%2F..%2Fr", "r"), ("hidden/x", nil), ("option/x", nil), ("parent/x", nil),
      ("empty/x", nil), ("device/x", nil), ("control/x", nil), ("none/", nil), ("none/%2e%2e", nil),
      ("none/..%2F", nil), ("none/a%0Ab", nil),
    ] as [(String, String?)])
  func `a download into a folder uses the proposed file name if it is safe`(
    _ target: String, _ name: String?
  ) async throws {
    let folder = try TemporaryFolder()
    try await SessionFixture.with(Self.named) { fixture in
      for path in [folder.path, folder.path + "/"] {
        do {
          let download = try await fixture.session.download(
            .reference(target), to: path, options: .overwrite)
          #expect(download.path == "\(folder.path)/\(name ?? "nothing")")
        } catch let error as HTTPSessionError {
          #expect(name == nil && error.code.name == "file-name", "\(error)")
        }
        let names = try Files.names(in: folder.path)
        #expect(names == (name.map { [$0] } ?? []))
      }
    }
  }

  @Test(arguments: [
    "/authorized_keys", "/crontab", "/report.pdf.sh", "/.bashrc", "/", "/-rf", "/nul.txt",
    "/a/../evil?x#y",
  ])
  func `a download is not named by the Location field of a redirect`(_ location: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let handler: TestServer.Handler = { request in
      guard request.segments.last == "report.pdf" else {
        return .response(HTTP.Response(200, body: [1]))
      }
      return .response(HTTP.Response(302, headers: ["Location": HTTP.FieldValue(location)]))
    }
    try await SessionFixture.with(handler) { fixture in
      for options: HTTPSession.DownloadOptions in [.overwrite, [.overwrite, .resume]] {
        let download = try await fixture.session.download(
          "files/report.pdf?v=1", to: folder.path, options: options)
        #expect(download.path == "\(folder.path)/report.pdf")
        #expect(download.head.redirects.count == 1)
      }
      let names = try Files.names(in: folder.path)
      #expect(names == ["report.pdf"])
    }
  }
}
