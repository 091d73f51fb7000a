import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// Bodies that a closure writes piece by piece.
@Suite(.ownThread) struct WrittenBodyTests {
  private static let echo: TestServer.Handler = { request in
    let fields: HTTP.Fields = [
      "X-Trailer": request.trailers["X-Count"], "X-Length": request.head.fields[.contentLength],
    ]
    return .response(HTTP.Response(200, headers: fields, body: request.body))
  }

  @Test func `a writing closure sends body chunks and trailer fields`() async throws {
    try await SessionFixture.with(Self.echo) { fixture in
      let count = 3
      let response = try await fixture.session.post(
        "x",
        .writing { writer in
          for n in 0..<count { try await writer.write("\(n),") }
          try await writer.write([UInt8]())
          writer.finish(trailers: ["X-Count": count])
        })
      #expect(response.text == "0,1,2,")
      #expect(response.headers["X-Trailer"] == "3" && response.headers["X-Length"] == nil)
      let plain = try await fixture.session.post("x", .writing { try await $0.write("a") })
      #expect(plain.text == "a" && plain.headers["X-Trailer"] == nil)
      let empty = try await fixture.session.put("x", .writing { _ in })
      #expect(empty.text.isEmpty)
    }
  }

  @Test func `a closure that writes more or fewer bytes than declared fails the call`()
    async throws
  {
    try await SessionFixture.with(Self.echo) { fixture in
      let api = fixture.session
      let exact = try await api.post("x", .writing(byteCount: 4) { try await $0.write("abcd") })
      #expect(exact.text == "abcd" && exact.headers["X-Length"] == "4")
      await #expect(throws: HTTPSessionError.self) {
        try await api.post("x", .writing(byteCount: -1) { try await $0.write("a") })
      }
      for text in ["abc", "abcde"] {
        await #expect(throws: HTTPSessionError.self) {
          try await api.post("x", .writing(byteCount: 4) { try await $0.write(text) })
        }
      }
      await #expect(throws: HTTPSessionError.self) {
        try await api.post(
          "x",
          .writing(byteCount: 1) { writer in
            try await writer.write("a")
            writer.finish(trailers: ["X-Count": "1"])
          })
      }
    }
  }

  private struct Broken: Error {}

  @Test func `an error that a writing closure throws is the underlying error of the call`()
    async throws
  {
    try await SessionFixture.with(Self.echo) { fixture in
      do {
        try await fixture.session.post(
          "x",
          .writing { writer in
            try await writer.write("a")
            throw Broken()
          })
        Issue.record("no error")
      } catch let error as HTTPSessionError {
        #expect(error.reason == .requestBody && error.underlying is Broken)
      }
      let late = Lock<(any Error)?>(nil)
      try await fixture.session.post(
        "x",
        .writing { writer in
          writer.finish()
          do { try await writer.write("a") } catch { late.withLock { $0 = error } }
        })
      _ = await Pause.until { late.withLock { $0 != nil } }
      #expect(late.withLock { $0 as? HTTP.Body.WriterError } == .finished)
    }
  }

  @Test func `a writing closure runs again when the session repeats the request`() async throws {
    let runs = Lock(0)
    try await SessionFixture.with { request in
      request.path == "/a"
        ? .response(HTTP.Response(307, headers: [.location: "/b"]))
        : .response(HTTP.Response(200, body: request.body))
    } _: { fixture in
      let response = try await fixture.session.post(
        "a",
        .writing { writer in
          let run = runs.withLock { runs in
            runs += 1
            return runs
          }
          try await writer.write("run \(run)")
        })
      #expect(response.text == "run 2" && runs.withLock(\.self) == 2)
    }
  }

  @Test func `trailer fields are sent after compressed bodies and joined bodies`() async throws {
    try await SessionFixture.with(Self.echo) { fixture in
      let body = HTTP.Body.writing { writer in
        try await writer.write("abc")
        writer.finish(trailers: ["X-Count": 1])
      }
      let packed = try await fixture.session.post("x", try body.gzipped())
      #expect(packed.headers["X-Trailer"] == "1")
      let joined = try await fixture.session.post("x", .joined([.bytes([0x7a]), body]))
      #expect(joined.text == "zabc" && joined.headers["X-Trailer"] == "1")
      var slow = body
      slow.throttle = HTTP.Body.Throttle(packetByteCount: 2, delay: .milliseconds(1))
      let dripped = try await fixture.session.post("x", slow)
      #expect(dripped.text == "abc" && dripped.headers["X-Trailer"] == "1")
    }
  }

  @Test func `a writing closure is cancelled if the server responds without reading`()
    async throws
  {
    let ended = Lock(false)
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      // A client that already has the response does not begin the body.
      _ = try await connection.readPiece()
      try await connection.write(
        "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      try await connection.hang()
    } _: { fixture in
      let response = try await fixture.session.post(
        "x",
        .writing { writer in
          defer { ended.withLock { $0 = true } }
          while true { try await writer.write([UInt8](repeating: 0, count: 100_000)) }
        }, accepting: .any)
      #expect(response.status.code == 413)
      #expect(await Pause.until { ended.withLock(\.self) })
    }
  }

  @Test func `response chunks are read while the request body is still being written`() async throws
  {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while let piece = try await connection.readPiece() { try await connection.writeChunk(piece) }
      try await connection.write("0\r\n\r\n")
    } _: { fixture in
      let (turns, turn) = AsyncStream.makeStream(of: Int.self)
      let response = try await fixture.session.open(
        .post(
          "x",
          .writing { writer in
            for await n in turns { try await writer.write("\(n)") }
          }))
      var seen: [String] = []
      turn.yield(0)
      for try await piece in response.body {
        seen.append(String(decoding: piece, as: UTF8.self))
        if seen.count < 5 { turn.yield(seen.count) } else { turn.finish() }
      }
      #expect(seen == ["0", "1", "2", "3", "4"])
    }
  }
}
