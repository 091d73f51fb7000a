import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// Situations of content in both directions: 14 of the 39.
@Suite(.ownThread, .timeLimit(.minutes(3))) struct ContentSituationsTests {
  /// Responds with the content of the request, each piece as soon as it is received.
  @Sendable private static func echo(_ connection: TestConnection) async throws {
    while let (head, _) = try await connection.readHead() {
      var names = ""
      if let trailer = head.fields["Trailer"] { names = "Trailer: \(trailer)\r\n" }
      try await connection.write("HTTP/1.1 200 OK\r\n\(names)Transfer-Encoding: chunked\r\n\r\n")
      while let piece = try await connection.readPiece() { try await connection.writeChunk(piece) }
      let trailers = connection.trailers.map { "\($0.name): \($0.value)\r\n" }.joined()
      try await connection.write("0\r\n\(trailers)\r\n")
    }
  }

  private func withEcho(_ body: (HTTPSession) async throws -> Void) async throws {
    try await SessionFixture.withConnections {
      try await Self.echo($0)
    } _: { fixture in
      try await body(fixture.session)
    }
  }

  @Test func `responses to five request methods have empty content`() async throws {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } _: { fixture in
      for method: HTTP.Method in [.head, .get, .put, .post, .delete] {
        let response = try await fixture.session.send(HTTP.Request(method, "x"))
        #expect(response.status == .ok && response.body.isEmpty, "\(method.name)")
        #expect(response.trailers.isEmpty, "\(method.name)")
      }
    }
  }

  @Test func `an echo server returns a text as it was sent`() async throws {
    try await withEcho { session in
      let body = HTTP.Body.writing { try await $0.write("Hello World") }
      let response = try await session.post("x", body)
      #expect(response.status == .ok && response.text == "Hello World")
    }
  }

  @Test func `an echo server returns a megabyte of declared length as it was sent`() async throws {
    let content = [UInt8](repeating: 0x41, count: 1_000_000)
    try await withEcho { session in
      let body = HTTP.Body.writing(byteCount: content.count) { try await $0.write(content) }
      let response = try await session.post("x", body)
      #expect(response.status == .ok && response.body == content)
    }
  }

  @Test func `writing an empty chunk does not end a chunked request body`() async throws {
    let framing = Lock<[HTTP.BodyFraming]>([])
    try await SessionFixture.withConnections { connection in
      while let head = try await connection.readHead() {
        framing.withLock { $0.append(head.framing) }
        let count = try await connection.readBody().count
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\(count)")
      }
    } _: { fixture in
      let empty = try await fixture.session.post("x", .writing { try await $0.write([UInt8]()) })
      let one = try await fixture.session.post(
        "x",
        .writing { writer in
          try await writer.write([UInt8]())
          try await writer.write("a")
        })
      #expect(empty.text == "0" && one.text == "1")
    }
    #expect(framing.withLock(\.self) == [.chunked, .chunked])
  }

  /// Sends a request to a server that prefers one coding, if the client accepts it.
  private func decoded(_ coding: String, _ content: [UInt8]) async throws -> HTTP.Response {
    var result: HTTP.Response?
    try await SessionFixture.with { request in
      let accepted = request.headers["Accept-Encoding"]?.text ?? ""
      let isAccepted = accepted.split(separator: ",").contains { part in
        part.drop { $0 == " " }.prefix { $0 != ";" && $0 != " " } == coding
      }
      guard isAccepted else { return .response(HTTP.Response(200, body: Array("TEST\n".utf8))) }
      let headers: HTTP.Fields = [.contentEncoding: HTTP.FieldValue(coding), "X-Coded": "1"]
      return .response(HTTP.Response(200, headers: headers, body: content))
    } _: { fixture in
      result = try await fixture.session.get("x")
    }
    return try #require(result)
  }

  @Test func `response content in the gzip coding is decoded`() async throws {
    let response = try await decoded("gzip", HTTP.GzipEncoder.encode(Array("TEST\n".utf8).span))
    #expect(response.text == "TEST\n" && response.headers["X-Coded"] == "1")
    #expect(response.headers[.contentEncoding] == nil)
  }

  @Test func `response content in the deflate coding is decoded`() async throws {
    let content = try HTTP.DeflateEncoder.encode(Array("TEST\n".utf8).span)
    let response = try await decoded("deflate", content)
    #expect(response.text == "TEST\n" && response.headers["X-Coded"] == "1")
    #expect(response.headers[.contentEncoding] == nil)
  }

  @Test func `a server sends no brotli content if the request does not accept brotli`() async throws
  {
    // An uncompressed meta-block of five bytes, and an empty last one: RFC 7932 section 9.2.
    let content = [0x40, 0x00, 0x10] + Array("TEST\n".utf8) + [0x03]
    let response = try await decoded("br", content)
    #expect(response.text == "TEST\n" && response.headers[.contentEncoding] == nil)
  }

  @Test func `response content without a content coding is unchanged`() async throws {
    let response = try await decoded("none", [])
    #expect(response.text == "TEST\n" && response.headers[.contentEncoding] == nil)
  }

  @Test func `a reader may stop after one byte of the response content`() async throws {
    let content = [UInt8](repeating: 0x41, count: 1_000_000)
    try await SessionFixture.with { request in
      .response(HTTP.Response(200, body: request.path == "/next" ? [0x42] : content))
    } _: { fixture in
      let first = try await fixture.session.stream(.get("x")) { _, content in
        var pieces = content.makeAsyncIterator()
        return try await pieces.next()?.first
      }
      #expect(first == 0x41)
      #expect(try await fixture.session.get("next").text == "B")
    }
  }

  @Test func `response content that arrives byte by byte is complete`() async throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n"
    try await SessionFixture.with { _ in
      .connection { connection in
        try await connection.write(text)
        try await connection.write(
          [UInt8](repeating: 0x41, count: 17), byteCount: 1, every: .milliseconds(2))
      }
    } _: { fixture in
      let bytes = try await fixture.session.stream(.get("x")) { _, content in
        var bytes: [UInt8] = []
        for try await piece in content { bytes += piece }
        return bytes
      }
      #expect(bytes == [UInt8](repeating: 0x41, count: 17))
    }
  }

  @Test func `each byte of a request body is echoed before the next byte is written`() async throws
  {
    try await withEcho { session in
      let (turns, turn) = AsyncStream.makeStream(of: Void.self)
      let body = HTTP.Body.writing { writer in
        var next = turns.makeAsyncIterator()
        for _ in 0..<1_000 {
          try await writer.write("A")
          guard await next.next() != nil else { return }
        }
      }
      let count = try await session.stream(.post("x", body)) { _, content in
        var count = 0
        for try await piece in content {
          #expect(piece == [0x41])
          count += 1
          turn.yield()
        }
        return count
      }
      #expect(count == 1_000)
    }
  }

  @Test func `each response byte can be sent back before the next byte arrives`() async throws {
    try await SessionFixture.withConnections { connection in
      while try await connection.readHead() != nil {
        try await connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<1_000 {
          try await connection.writeChunk([0x41])
          guard try await connection.readPiece() == [0x41] else { return connection.reset() }
        }
        try await connection.write("0\r\n\r\n")
        guard try await connection.readPiece() == nil else { return connection.reset() }
      }
    } _: { fixture in
      let (heard, hearing) = AsyncStream.makeStream(of: [UInt8].self)
      let body = HTTP.Body.writing { writer in
        for await piece in heard { try await writer.write(piece) }
      }
      let count = try await fixture.session.stream(.post("x", body)) { _, content in
        var count = 0
        for try await piece in content {
          #expect(piece == [0x41])
          count += piece.count
          hearing.yield(piece)
        }
        hearing.finish()
        return count
      }
      #expect(count == 1_000)
    }
  }

  @Test func `the trailer fields of a response follow its content`() async throws {
    try await SessionFixture.with { _ in
      var response = HTTP.Response(200, body: Array("content".utf8))
      response.trailers = ["X-Sum": "7"]
      return .response(response)
    } _: { fixture in
      let collected = try await fixture.session.get("x")
      #expect(collected.text == "content" && collected.trailers["X-Sum"] == "7")
      let sum = try await fixture.session.stream(.get("x")) { _, content in
        for try await _ in content { #expect(content.trailers.isEmpty) }
        return content.trailers["X-Sum"]?.text
      }
      #expect(sum == "7")
    }
  }

  @Test func `the trailer fields of a request can be set at the end of its body`() async throws {
    try await withEcho { session in
      let body = HTTP.Body.writing { writer in
        var sum = 0
        for piece in ["one", "two"] {
          try await writer.write(piece)
          sum += piece.utf8.count
        }
        writer.finish(trailers: ["X-Sum": sum])
      }
      let response = try await session.post("x", body)
      #expect(response.text == "onetwo" && response.trailers["X-Sum"] == "6")
    }
  }
}
