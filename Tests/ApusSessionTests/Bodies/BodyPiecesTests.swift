import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Bodies that are joined of several, slowed down, compressed or written ahead.
@Suite(.ownThread) struct BodyPiecesTests {
  /// Pieces that begin again for each reader.
  struct Pieces: AsyncSequence, Sendable {
    let pieces: [[UInt8]]

    func makeAsyncIterator() -> Iterator { Iterator(left: pieces[...]) }

    struct Iterator: AsyncIteratorProtocol {
      var left: ArraySlice<[UInt8]>

      mutating func next() async throws -> [UInt8]? { left.popFirst() }
    }
  }

  private static func bytes(_ count: Int, _ seed: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 >> 3) }
  }

  /// Responds with the received content, its framing and its coding.
  private static let echo: TestServer.Handler = { request in
    let fields = request.head.fields
    return .response(
      HTTP.Response(
        200,
        headers: [
          "X-Framing": fields[.contentLength] ?? "chunked",
          "X-Coding": fields[.contentEncoding] ?? "none",
          "X-Type": fields[.contentType] ?? "none",
        ], body: request.body))
  }

  @Test func `parts of a joined body arrive in order with their exact total length`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = Self.bytes(300_001, 1)
    let path = try folder.write(file)
    let empty = try folder.write([], to: "empty")
    let pieces = Pieces(pieces: [[1, 2], [], [3]])
    let body = try HTTP.Body.joined([
      .bytes([9]), .file(path), .bytes([]), .file(empty), .sequence(pieces, byteCount: 3),
      .joined([.file(path, from: 5, byteCount: 7), .bytes([8])]), .sequence(pieces, byteCount: 3),
    ])
    let content = [9] + file + [1, 2, 3] + file[5..<12] + [8, 1, 2, 3]
    try await SessionFixture.with(Self.echo) { fixture in
      for _ in 0..<2 {
        let response = try await fixture.session.send(.post("", body))
        #expect(response.body == content)
        #expect(response.headers["X-Framing"]?.text == "\(content.count)")
      }
      let unknown = HTTP.Body.joined([body, .sequence(Pieces(pieces: [[7]])), .file(path)])
      let chunked = try await fixture.session.send(.post("", unknown))
      #expect(chunked.body == content + [7] + file)
      #expect(chunked.headers["X-Framing"] == "chunked")
      var trailing = HTTP.Request.post("", body)
      trailing.body.trailers = ["X-T": "1"]
      #expect(try await fixture.session.send(trailing).body == content)
      #expect(try await fixture.session.send(.post("", .joined([]))).body.isEmpty)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `a body part that differs from its declared length fails the request`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3])
    let pieces = Pieces(pieces: [[1, 2], [3]])
    try await SessionFixture.with(Self.echo) { fixture in
      let before = HTTP.Body.bytes([0])
      // Missing bytes of one part are not taken from the next.
      let after = HTTP.Body.bytes([4, 5, 6, 7, 8])
      let short = try await fixture.failure(
        of: .post("", .joined([before, .sequence(pieces, byteCount: 4), after])))
      #expect(short?.reason == .request(.bodyTooShort(announced: 4, written: 3)))
      let long = try await fixture.failure(
        of: .post("", .joined([before, .sequence(pieces, byteCount: 2), after])))
      #expect(long?.reason == .request(.bodyTooLong(announced: 2)))
      let straddling = try await fixture.failure(
        of: .post("", .joined([before, .sequence(pieces, byteCount: 1), after])))
      #expect(straddling?.reason == .request(.bodyTooLong(announced: 1)))
      let file = await fixture.failure(
        of: .post("", .joined([before, .file(path, byteCount: 4), after])))
      #expect(file?.code.name == "file")
      let missing = await fixture.failure(of: .post("", .joined([before, .file(path + ".no")])))
      #expect(missing?.code.name == "file")
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test func `an error of a body part fails the request with that error`() async throws {
    struct Broken: Error {}
    let failing = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield([1])
      continuation.finish(throwing: Broken())
    }
    try await SessionFixture.with(Self.echo) { fixture in
      let error = await fixture.failure(
        of: .post("", .joined([.bytes([0]), .sequence(failing), .bytes([2])])))
      #expect(error?.reason == .requestBody)
      #expect(error?.underlying is Broken)
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test func `bodies of every kind are compressed and sent with a Content-Encoding field`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = Self.bytes(200_000, 2)
    let path = try folder.write(file)
    let bodies: [(HTTP.Body, [UInt8])] = [
      (.bytes(file, .json), file), (.file(path), file),
      (.sequence(Pieces(pieces: [[1], [], file])), [1] + file),
      (.joined([.bytes([2]), .file(path), .bytes([3])]), [2] + file + [3]),
    ]
    try await SessionFixture.with(Self.echo) { fixture in
      for (index, (body, content)) in bodies.enumerated() {
        let response = try await fixture.session.send(.post("", body.gzipped()))
        #expect(response.headers["X-Coding"] == "gzip")
        // A file as the body has the type of its name, which has no extension here.
        let types = ["application/json", "application/octet-stream", "none", "none"]
        #expect(response.headers["X-Type"]?.text == types[index])
        #expect((response.headers["X-Framing"] == "chunked") == (index > 0))
        #expect(try HTTP.ContentDecoder.decode(response.body.span, [.gzip]) == content)
      }
      let plain = try await fixture.session.send(.post("", HTTP.Body.empty.gzipped()))
      #expect(plain.headers["X-Coding"] == "none")
      let missing = await fixture.failure(of: .post("", try! HTTP.Body.file(path + "-").gzipped()))
      #expect(missing?.code.name == "file")
    }
  }

  @Test func `the packets of a throttled upload are sent with pauses between them`() async throws {
    let folder = try TemporaryFolder()
    let file = Self.bytes(100, 3)
    let path = try folder.write(file)
    var body = HTTP.Body.joined([.bytes([1, 2, 3]), .file(path)])
    body.throttle = HTTP.Body.Throttle(packetByteCount: 30, delay: .seconds(2))
    try await TestNetwork.run { [body] network in
      try network.serve(TestNetwork.plain, Self.echo)
      let session = try network.session(TestNetwork.plain)
      let response = try await session.send(.post("", body))
      // 3, 30, 30, 30 and 10 bytes: four pauses.
      #expect(network.elapsed == .seconds(8))
      #expect(response.body == [1, 2, 3] + file)
      #expect(response.headers["X-Framing"] == "103")
    }
  }

  @Test func `a throttled body is split into chunks of at most one packet`() async throws {
    let loop = try EventLoop.shared()
    var body = HTTP.Body.bytes([])
    body.throttle = HTTP.Body.Throttle(packetByteCount: 3, delay: .zero)
    let source = BodyPieces(
      [.bytes([1, 2, 3, 4]), .bytes([5, 6])], of: body, HTTPSession.Timeouts(), on: loop)
    var seen: [[UInt8]] = []
    for try await piece in source { seen.append(piece) }
    #expect(seen == [[1, 2, 3], [4], [5, 6]])
  }

  @Test func `if a body part fails, the bytes of the earlier parts are still sent`() async throws {
    struct Broken: Error {}
    let failing = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield([1])
      continuation.finish(throwing: Broken())
    }
    let source = BodyPieces(
      [.bytes([0]), .sequence(BodySource(failing), byteCount: nil), .bytes([2])], of: .bytes([]),
      HTTPSession.Timeouts(),
      on: try EventLoop.shared())
    var seen: [[UInt8]] = []
    await #expect(throws: (any Error).self) { for try await piece in source { seen.append(piece) } }
    #expect(seen == [[0], [1]])
  }

  @Test func `a body that was written to a file in advance can be sent repeatedly`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.bytes(100_000, 4))
    let once = AsyncStream<[UInt8]> { continuation in
      continuation.yield([1, 2])
      continuation.finish()
    }
    let multipart = Multipart(
      [.file("f", at: path), .content("s", .sequence(once), fileName: "x.txt")],
      boundary: try .random())
    var request = HTTP.Request.post("", try multipart.body())
    request.headers["X-A"] = "1"
    #expect(request.body.replay == .once)
    try await SessionFixture.with(Self.echo) { fixture in
      let written = try await fixture.session.writeBody(of: request, to: "\(folder.path)/ahead")
      #expect(written.body.replay == .always)
      #expect(written.body.mediaType == request.body.mediaType)
      #expect(written.headers["X-A"] == "1")
      var bodies: [[UInt8]] = []
      for _ in 0..<2 { bodies.append(try await fixture.session.send(written).body) }
      #expect(bodies[0] == bodies[1])
      #expect(bodies[0] == (try Files.contents(of: "\(folder.path)/ahead")))
      let names = try Self.names(in: bodies[0], multipart.boundary)
      #expect(names == ["f", "s"])
      let compressed = try await fixture.session.writeBody(
        of: .post("", .file(path).gzipped()), to: "\(folder.path)/ahead")
      let response = try await fixture.session.send(compressed)
      #expect(response.headers["X-Coding"] == "gzip")
      #expect(
        try HTTP.ContentDecoder.decode(response.body.span, [.gzip]) == Self.bytes(100_000, 4))
    }
  }

  @Test func `a body that fails while it is written to a file leaves no file`() async throws {
    let folder = try TemporaryFolder()
    let pieces = Pieces(pieces: [[1, 2]])
    try await SessionFixture.with(Self.echo) { fixture in
      let cases: [(HTTP.Body, String)] = try [
        (.sequence(pieces, byteCount: 3), "invalid-request"),
        (.sequence(pieces, byteCount: 1), "invalid-request"),
        (.file("\(folder.path)/none"), "file"),
      ]
      for (body, code) in cases {
        do {
          _ = try await fixture.session.writeBody(of: .post("", body), to: "\(folder.path)/ahead")
          Issue.record("written")
        } catch let error as HTTPSessionError {
          #expect(error.code.name == code)
        }
        #expect(!Files.exists("\(folder.path)/ahead"))
      }
    }
  }

  /// The names of the parts in a form.
  private static func names(
    in body: [UInt8], _ boundary: Multipart.Boundary
  ) throws -> [String?] {
    var reader = Multipart.Reader(boundary: boundary, isForm: true)
    reader.append(body)
    reader.finish()
    var names: [String?] = []
    while let event = try reader.next() {
      if case .part(let head) = event { names.append(head.name) }
    }
    return names
  }

  @Test func `a request's own idle timeout limits the wait for the response`() async throws {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain) { _ in .response(HTTP.Response(200), .silence) }
      let session = try network.session(TestNetwork.plain)
      var request = HTTP.Request.get("")
      request.options.idle = .seconds(7)
      #expect(await session.failure(of: request)?.reason == .timedOut(.firstByte))
      #expect(network.elapsed == .seconds(7))
    }
  }
}
