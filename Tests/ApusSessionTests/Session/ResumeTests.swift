import ApusBytes
import ApusCrypto
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Downloads that resume. DL rows; RFC 9110 sections 13.1.5 and 14.
@Suite(.ownThread) struct ResumeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/a" }

  private var names: [String] { get throws { try Files.names(in: folder.path) } }

  private func bytes(_ path: String? = nil) throws -> [UInt8] {
    try Files.contents(of: path ?? self.path)
  }

  /// Returns the error of a download.
  private func failure(
    _ work: () async throws -> HTTPSession.Download
  ) async -> HTTPSessionError? {
    do {
      _ = try await work()
      return nil
    } catch {
      return HTTPSessionError(of: error)
    }
  }

  /// Downloads until the server breaks off, and returns the token of the kept part.
  private func token(
    _ fixture: SessionFixture, _ request: HTTP.Request = .get("f"), to path: String? = nil,
    options: HTTPSession.DownloadOptions = .resume
  ) async -> HTTPSession.ResumeToken? {
    let error = await failure {
      try await fixture.session.download(request, to: path ?? self.path, options: options)
    }
    #expect(error?.code.name == "connection-lost", "\(error.map { "\($0)" } ?? "whole")")
    return error?.resumeToken
  }

  @Test func `a download can be resumed repeatedly until the file is complete`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400), .cut(afterByteCount: 100)])
    try await SessionFixture.with(server.handler) { fixture in
      var token = try #require(await token(fixture))
      #expect(token.byteCount == 400 && token.total == 1_000)
      #expect(try names.map { $0.hasPrefix(".") } == [true, true])
      let error = await failure {
        try await fixture.session.download(resuming: token, to: path)
      }
      token = try #require(error?.resumeToken)
      #expect(token.byteCount == 500)
      var seen: [TransferProgress] = []
      let download = try await fixture.session.download(resuming: token, to: path) {
        seen.append($0)
      }
      #expect(download.resumedFrom == 500 && download.byteCount == 1_000)
      #expect(seen.first == TransferProgress(completed: 500, total: 1_000))
      #expect(seen.last?.fraction == 1)
    }
    #expect(try names == ["a"])
    #expect(try bytes() == server.content.withLock(\.bytes))
    let requests = server.requests
    #expect(requests.map { $0[.acceptEncoding] } == ["identity", "identity", "identity"])
    #expect(requests.map { $0[.range]?.text } == [nil, "bytes=400-", "bytes=500-"])
    #expect(requests.map { $0[.ifRange]?.text } == [nil, "\"one\"", "\"one\""])
  }

  @Test func `a resumed download starts over if the content has changed`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      let token = try #require(await token(fixture))
      server.content.withLock {
        $0 = RangeServer.Content(bytes: [7, 7], fields: ["ETag": "\"two\""])
      }
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 0 && download.byteCount == 2)
    }
    #expect(try bytes() == [7, 7])
    #expect(try names == ["a"])
  }

  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(
    arguments: [
      (["ETag": "\"one\""], true), (["ETag": "W/\"one\""], false), ([:], false),
      (["Last-Modified": "Sun, 06 Nov 1994 08:48:37 GMT", "Date": date], true),
      (["Last-Modified": "Sun, 06 Nov 1994 08:48:38 GMT", "Date": date], false),
      (["Last-Modified": "Sun, 06 Nov 1994 08:48:37 GMT"], false),
      (
        ["Last-Modified": "Sun, 06 Nov 1994 08:48:37 GMT", "Date": date, "ETag": "W/\"o\""], false
      ),
      (["Last-Modified": "Sun, 06 Nov 1994 08:48:37 GMT", "Date": date, "ETag": "one"], false),
      (["ETag": "one"], false), (["ETag": "\"one\"", "Content-Encoding": "br"], false),
    ] as [([HTTP.FieldName: String], Bool)])
  func `a partial file is kept only for a response with a strong validator`(
    _ fields: [HTTP.FieldName: String], _ isKept: Bool
  ) async throws {
    let fields = HTTP.Fields(fields.map { ($0.key, HTTP.FieldValue($0.value)) })
    let server = RangeServer(1_000, fields, [.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      let token = await token(fixture)
      #expect((token != nil) == isKept)
      #expect(try names.count == (isKept ? 2 : 0))
      guard let token else { return }
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 400)
      #expect(try bytes() == server.content.withLock(\.bytes))
    }
  }

  @Test func `by default no partial file is kept, and never for a POST or a range request`()
    async throws
  {
    var part = HTTP.Request.get("f")
    part.headers[.range] = "bytes=0-"
    let none: HTTPSession.DownloadOptions = []
    for (request, options) in [
      (HTTP.Request.get("f"), none), (.post("f"), .resume), (part, .resume),
    ] {
      let server = RangeServer([.cut(afterByteCount: 400)])
      try await SessionFixture.with(server.handler) { fixture in
        #expect(await token(fixture, request, options: options) == nil)
      }
      #expect(try names == [])
    }
  }

  /// Fields of a 206 for the rest after 400 of 1,000 bytes, and the result.
  @Test(
    arguments: [
      (["Content-Range": "bytes 400-999/1000", "ETag": "\"one\""], "on"),
      (["Content-Range": "bytes 399-999/1000", "ETag": "\"one\""], "refused"),
      (["Content-Range": "bytes 400-998/1000", "ETag": "\"one\""], "refused"),
      (["Content-Range": "bytes 400-999/*", "ETag": "\"one\""], "refused"),
      (["Content-Range": "bytes */1000", "ETag": "\"one\""], "refused"),
      (["ETag": "\"one\""], "refused"),
      (
        [
          "Content-Range": "bytes 400-999/1000", "ETag": "\"one\"",
          "Content-Type": "Multipart/ByteRanges; boundary=x",
        ], "refused"
      ),
      (["Content-Range": "bytes 400-1000/1001", "ETag": "\"one\""], "anew"),
      (["Content-Range": "bytes 400-999/1000", "ETag": "\"two\""], "anew"),
      (["Content-Range": "bytes 400-999/1000"], "anew"),
      (
        [
          "Content-Range": "bytes 400-999/1000", "ETag": "\"one\"", "Content-Encoding": "gzip",
        ], "anew"
      ),
    ] as [([HTTP.FieldName: String], String)])
  func `a resumed download appends only the missing byte range`(
    _ fields: [HTTP.FieldName: String], _ outcome: String
  ) async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    let whole = server.content.withLock(\.bytes)
    try await SessionFixture.with(server.handler) { fixture in
      let token = try #require(await token(fixture))
      var part = HTTP.Response(
        206, headers: HTTP.Fields(fields.map { ($0.key, HTTP.FieldValue($0.value)) }))
      part.body = Array(whole[400...])
      server.answerNext(.response(part))
      do {
        let download = try await fixture.session.download(resuming: token, to: path)
        #expect(download.resumedFrom == (outcome == "on" ? 400 : 0) && outcome != "refused")
      } catch let error as HTTPSessionError {
        #expect(outcome == "refused" && error.reason == .unexpectedPartialContent)
        #expect(error.resumeToken == token)
        let download = try await fixture.session.download(resuming: token, to: path)
        #expect(download.resumedFrom == 400)
      }
      #expect(try bytes() == whole)
      #expect(try names == ["a"])
      #expect(server.requests.count == (outcome == "on" ? 2 : 3))
    }
  }

  @Test func `a range with another Last-Modified time is not appended`() async throws {
    let fields: HTTP.Fields = [
      "Last-Modified": "Sun, 06 Nov 1994 08:40:00 GMT", "Date": HTTP.FieldValue(Self.date),
    ]
    for (time, from) in [(fields[.lastModified]?.text, 400), (nil, 400), (Self.date, 0)] {
      let server = RangeServer(1_000, fields, [.cut(afterByteCount: 400)])
      let whole = server.content.withLock(\.bytes)
      try await SessionFixture.with(server.handler) { fixture in
        let token = try #require(await token(fixture))
        var part = HTTP.Response(206, headers: ["Content-Range": "bytes 400-999/1000"])
        if let time { part.headers[.lastModified] = HTTP.FieldValue(time) }
        part.body = Array(whole[400...])
        server.answerNext(.response(part))
        let download = try await fixture.session.download(
          resuming: token, to: path)
        #expect(download.resumedFrom == from)
        #expect(try bytes() == whole)
        try folder.remove("a")
      }
    }
  }

  @Test func `a range with another length than declared does not complete the file`() async throws {
    for count in [599, 601] {
      let server = RangeServer([.cut(afterByteCount: 400)])
      try await SessionFixture.with { request in
        guard request.head.fields.contains(.range) else { return try await server.handler(request) }
        let head = HTTP.ResponseHead(
          206, fields: ["Content-Range": "bytes 400-999/1000", "ETag": "\"one\""])
        return .stream(head) { try await $0.writeChunk([UInt8](repeating: 1, count: count)) }
      } _: { fixture in
        let token = try #require(await token(fixture))
        let error = await failure {
          try await fixture.session.download(resuming: token, to: path)
        }
        #expect(error?.reason == .unexpectedPartialContent)
        // A short part may be resumed; a long one is not trusted.
        #expect((error?.resumeToken != nil) == (count == 599))
        #expect(try names.map { $0.hasPrefix(".") } == (count == 599 ? [true, true] : []))
        if let token = error?.resumeToken { try await fixture.session.discard(token, at: path) }
        #expect(try names == [])
      }
    }
  }

  @Test(arguments: [
    ("bytes */400", "right", 400), ("bytes */400", "wrong", 0), ("bytes */400", "none", 0),
    ("bytes */401", "right", 0), ("bytes */x", "right", 0),
  ])
  func `a 416 response completes a download if the file's digest matches`(
    _ range: String, _ digest: String, _ from: Int
  ) async throws {
    // The server has not declared the whole's length, and 400 bytes are received.
    let server = RangeServer(400, ["ETag": "\"one\""], [.cut(afterByteCount: 400)])
    let whole = server.content.withLock(\.bytes)
    try await SessionFixture.with { request in
      guard server.requests.isEmpty else { return try await server.handler(request) }
      _ = try await server.handler(request)
      return .connection { connection in
        try await connection.write(
          "HTTP/1.1 200 OK\r\nETag: \"one\"\r\nTransfer-Encoding: chunked\r\n\r\n")
        try await connection.writeChunk(whole)
        try await connection.finish()
        try await connection.drain()
      }
    } _: { fixture in
      let token = try #require(await token(fixture))
      #expect(token.byteCount == 400 && token.total == nil)
      server.answerNext(
        .response(HTTP.Response(416, headers: ["Content-Range": HTTP.FieldValue(range)])))
      let hex = Hex.encode(SHA256.digest(of: digest == "wrong" ? [] : whole))
      var reached: Double?
      do {
        let download = try await fixture.session.download(
          resuming: token, to: path, sha256: digest == "none" ? nil : hex
        ) { reached = $0.fraction }
        #expect(download.resumedFrom == from && download.byteCount == 400 && reached == 1)
        #expect(server.requests.count == (from == 0 ? 3 : 2))
      } catch let error as HTTPSessionError {
        // The whole that was then requested is not the expected one either.
        #expect(digest == "wrong" && error.code.name == "digest")
        #expect(server.requests.count == 3 && error.resumeToken == nil)
      }
      #expect(try names == (digest == "wrong" ? [] : ["a"]))
      if digest != "wrong" { #expect(try bytes() == whole) }
    }
  }

  @Test func `a status code that is not accepted does not change the partial file`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400), .response(HTTP.Response(503))])
    try await SessionFixture.with(server.handler) { fixture in
      let token = try #require(await token(fixture))
      let error = await failure {
        try await fixture.session.download(resuming: token, to: path)
      }
      #expect(error?.reason == .status(503) && error?.resumeToken == token)
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 400)
    }
  }

  @Test func `a missing or changed partial file makes the download start over`() async throws {
    for isGone in [true, false] {
      let server = RangeServer([.cut(afterByteCount: 400)])
      try await SessionFixture.with(server.handler) { fixture in
        let token = try #require(await token(fixture))
        let hidden = try names[0]
        if isGone { try folder.remove(hidden) } else { try folder.rewrite(hidden, with: [1]) }
        let download = try await fixture.session.download(
          resuming: token, to: path)
        #expect(download.resumedFrom == 0)
        #expect(try bytes() == server.content.withLock(\.bytes))
        #expect(try names == ["a"])
        #expect(server.requests.last?.contains(.range) == false)
        try folder.remove("a")
      }
    }
  }

  @Test func `two resumed downloads never share one partial file`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      let token = try #require(await token(fixture))
      let files = FileAccess(on: try fixture.session.loopOfFiles())
      let other = try #require(
        try await files.findPartial(token.partial, for: FilePath(path), until: .never))
      let error = await failure {
        try await fixture.session.download(resuming: token, to: path)
      }
      #expect(error?.code.name == "file")
      #expect(server.requests.count == 1)
      try await other.keep(until: .never)
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 400)
    }
  }

  @Test func `a cancelled download keeps the received part of its file`() async throws {
    let gate = Gate()
    try await SessionFixture.with { _ in
      .connection { connection in
        try await connection.write(
          "HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: 2000000\r\n\r\n")
        try await connection.write([UInt8](repeating: 1, count: 1_000_000))
        await gate.pass()
      }
    } _: { fixture in
      let (session, path) = (fixture.session, path)
      let seen = Counter()
      let task = Task {
        _ = await #expect(throws: CancellationError.self) {
          try await session.download("f", to: path, options: .resume) { seen.set($0.completed) }
        }
      }
      while seen.value == 0 { await Pause.brief() }
      task.cancel()
      await task.value
      gate.open()
      let hidden = try #require(try names.first)
      let kept = try Files.contents(of: "\(folder.path)/\(hidden)").count
      #expect(kept > 0 && kept <= 1_000_000)
      try await session.discard(.get("f"), at: path)
      #expect(try names == [])
      try await fixture.expectNothingLeft()
    }
  }

  /// A number that several tasks see.
  private final class Counter: Sendable {
    private let number = Lock(0)

    var value: Int { number.withLock { $0 } }

    func set(_ new: Int) { number.withLock { $0 = new } }
  }

  @Test(arguments: ["one", "two"])
  func `a resumed download into a folder keeps the original file name`(_ tag: String) async throws {
    let server = RangeServer(
      1_000, ["ETag": "\"one\"", "Content-Disposition": "attachment; filename=b.txt"],
      [.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      let token = try #require(await token(fixture, to: folder.path))
      #expect(token.name == "b.txt")
      server.content.withLock {
        $0.fields["Content-Disposition"] = "attachment; filename=c.txt"
        $0.fields[.etag] = HTTP.FieldValue("\"\(tag)\"")
      }
      let download = try await fixture.session.download(resuming: token, to: folder.path + "/")
      #expect(download.path == "\(folder.path)/b.txt")
      #expect(download.resumedFrom == (tag == "one" ? 400 : 0))
      #expect(try names == ["b.txt"])
    }
  }

  @Test func `an existing file is unchanged if the download that replaces it fails`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400), .cut(afterByteCount: 1)])
    _ = try folder.write([1, 2], to: "a")
    try await SessionFixture.with(server.handler) { fixture in
      let token = try #require(await token(fixture, options: [.resume, .overwrite]))
      let error = await failure {
        try await fixture.session.download(resuming: token, to: path, options: .overwrite)
      }
      #expect(try bytes() == [1, 2])
      let last = try #require(error?.resumeToken)
      try await fixture.session.download(resuming: last, to: path, options: .overwrite)
      #expect(try bytes() == server.content.withLock(\.bytes))
    }
  }
}
