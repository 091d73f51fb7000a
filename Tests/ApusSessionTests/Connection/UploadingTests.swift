import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The content of a request on its way to the server, and early responses.
@Suite(.ownThread) struct UploadingTests {
  /// Pieces that are counted when they are requested.
  private final class Pieces: AsyncSequence, Sendable {
    private let asked = Lock(0)
    let pieces: [[UInt8]]
    let failsAt: Int?

    init(_ pieces: [[UInt8]], failsAt: Int? = nil) {
      self.pieces = pieces
      self.failsAt = failsAt
    }

    var askedCount: Int { asked.withLock { $0 } }

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    struct Broken: Error, Equatable {}

    struct Iterator: AsyncIteratorProtocol {
      let source: Pieces
      var at = 0

      mutating func next() async throws -> [UInt8]? {
        source.asked.withLock { $0 += 1 }
        if at == source.failsAt { throw Pieces.Broken() }
        guard at < source.pieces.count else { return nil }
        at += 1
        return source.pieces[at - 1]
      }
    }
  }

  @Test func `a body sequence is sent in order, chunked or with its declared length`()
    async throws
  {
    try await SessionFixture.with { request in
      let framing = request.head.fields[.contentLength]?.text ?? "chunked"
      return .response(HTTP.Response(200, headers: ["X-F": framing], body: request.body))
    } _: { fixture in
      let pieces = Pieces([[1], [], [2, 3], Array(repeating: 4, count: 100_000)])
      let content = pieces.pieces.flatMap { $0 }
      let chunked = try await fixture.session.send(.put("", .sequence(pieces)))
      #expect(chunked.body == content)
      #expect(chunked.headers["X-F"] == "chunked")
      let counted = try await fixture.session.send(
        .put("", .sequence(pieces, byteCount: content.count)))
      #expect(counted.body == content)
      #expect(counted.headers["X-F"]?.text == "\(content.count)")
      let empty = try await fixture.session.send(.put("", .sequence(Pieces([]))))
      #expect(empty.body.isEmpty)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `a body sequence that differs from its declared length fails the request`()
    async throws
  {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: request.body))
    } _: { fixture in
      let pieces = Pieces([[1, 2], [3]])
      let short = try await fixture.failure(of: .put("", .sequence(pieces, byteCount: 4)))
      #expect(short?.reason == .request(.bodyTooShort(announced: 4, written: 3)))
      let long = try await fixture.failure(of: .put("", .sequence(pieces, byteCount: 2)))
      #expect(long?.reason == .request(.bodyTooLong(announced: 2)))
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test func `an error of a body sequence fails the call and truncates the sent body`()
    async throws
  {
    let wasWhole = Lock(false)
    try await SessionFixture.with { request in
      wasWhole.withLock { $0 = true }
      return .response(HTTP.Response(200, body: request.body))
    } _: { fixture in
      let pieces = Pieces([[1, 2], [3]], failsAt: 1)
      let error = await fixture.failure(of: .put("", .sequence(pieces)))
      #expect(error?.reason == .requestBody)
      #expect(error?.underlying is Pieces.Broken)
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
    #expect(!wasWhole.withLock { $0 })
  }

  @Test(arguments: [0, 1, 300_000, 5 << 20])
  func `a file and a byte range of a file are uploaded unchanged`(_ count: Int) async throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
    let folder = try TemporaryFolder()
    let path = try folder.write(content)
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: request.body))
    } _: { fixture in
      let whole = try await fixture.session.send(.put("", .file(path)))
      #expect(whole.body == content)
      if count > 2 {
        let part = try await fixture.session.send(
          .put("", .file(path, from: 1, byteCount: count - 2)))
        #expect(part.body == Array(content[1..<(count - 1)]))
        let rest = try await fixture.session.send(.put("", .file(path, from: 2)))
        #expect(rest.body == Array(content[2...]))
      }
      let trailing = HTTP.Body.file(path)
      var request = HTTP.Request.put("", trailing)
      request.body.trailers = ["X-T": "1"]
      let chunked = try await fixture.session.send(request)
      #expect(chunked.body == content)
      let tooMuch = await fixture.failure(of: .put("", .file(path, byteCount: count + 1)))
      #expect(tooMuch?.code.name == "file")
      let missing = await fixture.failure(of: .put("", .file(path + ".no")))
      #expect(missing?.code.name == "file")
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `upload progress counts the bytes of the content and not of the head`() async throws {
    try await SessionFixture.with { request in
      .response(HTTP.Response(200))
    } _: { fixture in
      var seen: [Int] = []
      let content = [UInt8](repeating: 1, count: 3 << 20)
      try await fixture.session.upload(.put("", .bytes(content))) { progress in
        seen.append(progress.completed)
        #expect(progress.total == content.count)
      }
      #expect(seen.last == content.count)
      #expect(seen == seen.sorted())
    }
  }

  @Test func `content with Expect: 100-continue is sent after the server's 100 response`()
    async throws
  {
    let request = { (pieces: Pieces) in
      var request = HTTP.Request.put("", .sequence(pieces))
      request.headers[.expect] = "100-continue"
      return request
    }
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: request.body))
    } _: { fixture in
      let response = try await fixture.session.send(request(Pieces([[1], [2]])))
      #expect(response.body == [1, 2])
    }
    try await SessionFixture.withConnections { connection in
      while try await connection.readHead() != nil {
        try await connection.write("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n")
      }
    } _: { fixture in
      let pieces = Pieces([[1], [2]])
      let error = await fixture.failure(of: request(pieces))
      #expect(error?.reason == .status(417))
      #expect(pieces.askedCount == 0)
      // Announced bytes that were not sent make the connection unusable.
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test func `content with Expect: 100-continue is sent after a delay without a response`()
    async throws
  {
    try await TestNetwork.run { network in
      try network.serve(
        TestNetwork.plain,
        connections: { connection in
          while try await connection.readHead() != nil {
            let body = try await connection.readBody()
            try await connection.write(
              "HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
            try await connection.write(body)
          }
        })
      let session = try network.session(TestNetwork.plain) {
        $0.timeouts.expectContinue = .seconds(7)
      }
      var request = HTTP.Request.put("", .bytes([1, 2, 3]))
      request.headers[.expect] = "100-continue"
      let response = try await session.send(request)
      #expect(response.body == [1, 2, 3])
      #expect(network.elapsed == .seconds(7))
    }
  }

  @Test func `a 413 response during an upload ends the upload and reaches the caller`()
    async throws
  {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      _ = try await connection.readPiece()
      try await connection.write("HTTP/1.1 413 No\r\nContent-Length: 5\r\n\r\nlarge")
      try await connection.hang()
    } _: { fixture in
      let bytes = await fixture.failure(
        of: .put("", .bytes(Array(repeating: 1, count: 64 << 20))))
      #expect(bytes?.reason == .status(413))
      #expect(bytes?.response?.text == "large")
      let pieces = Pieces(Array(repeating: Array(repeating: 1, count: 64 << 10), count: 1_000))
      let error = await fixture.failure(of: .put("", .sequence(pieces)))
      #expect(error?.reason == .status(413))
      #expect(pieces.askedCount < 1_000)
    }
  }

  @Test func `a 413 response reaches the caller even if a connection reset follows`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write(
        "HTTP/1.1 413 No\r\nConnection: close\r\nContent-Length: 5\r\n\r\nlarge")
      // The rest of the content is not read, so that closing resets the connection.
      try await connection.sleep(.milliseconds(50))
    } _: { fixture in
      let error = await fixture.failure(
        of: .put("", .bytes(Array(repeating: 1, count: 64 << 20))))
      #expect(error?.reason == .status(413))
      #expect(error?.response?.text == "large")
    }
  }

  @Test func `a connection reset during an upload makes the partial response an error`()
    async throws
  {
    let content = [UInt8](repeating: 1, count: 8 << 20)
    let folder = try TemporaryFolder()
    let path = try folder.write(content)
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\npart")
      connection.reset()
    } _: { fixture in
      let pieces = Pieces(Array(repeating: Array(repeating: 1, count: 64 << 10), count: 128))
      for body: HTTP.Body in [.bytes(content), .file(path), .sequence(pieces)] {
        for _ in 0..<100 {
          let error = await fixture.failure(of: .put("", body))
          #expect(error?.code == .connectionLost)
        }
      }
    }
  }

  @Test func `an early response is read while the request's content is still being sent`()
    async throws
  {
    try await SessionFixture.withConnections { connection in
      while try await connection.readHead() != nil {
        try await connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while let piece = try await connection.readPiece() {
          try await connection.writeChunk(piece)
        }
        try await connection.write("0\r\n\r\n")
      }
    } _: { fixture in
      let pieces = Pieces(
        (0..<200).map { Array(repeating: UInt8(truncatingIfNeeded: $0), count: 50_000) })
      let content = pieces.pieces.flatMap { $0 }
      let echo = try await fixture.session.send(.post("", .sequence(pieces)))
      #expect(echo.body == content)
      let bytes = try await fixture.session.send(.post("", .bytes(content)))
      #expect(bytes.body == content)
    }
  }

  @Test(arguments: [false, true])
  func `a file that changes during its upload fails the request`(_ isProtected: Bool) async throws {
    let content = [UInt8](repeating: 1, count: 8 << 20)
    try await SessionFixture.with(tls: isProtected ? try .local() : nil) { request in
      .response(HTTP.Response(200, body: [UInt8]("\(request.body.count)".utf8)))
    } _: { fixture in
      let folder = try TemporaryFolder()
      let path = try folder.write(content)
      let change = Lock(true)
      do {
        _ = try await fixture.session.upload(.put("", .file(path))) { _ in
          guard change.withLock({ $0 }) else { return }
          change.withLock { $0 = false }
          try? Files.append([2], to: path)
        }
        Issue.record("the file was taken for whole")
      } catch let error as HTTPSessionError {
        #expect(error.code.name == "file", "\(error)")
      }
    }
  }
}
