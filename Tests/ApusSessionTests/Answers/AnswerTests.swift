import ApusHTTP
import ApusTestServer
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A response owns its connection, and returns it.
@Suite struct AnswerTests {
  @Test func `dropping a complete response returns its connection to the pool`()
    async throws
  {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200, body: [1, 2, 3]))
    } _: { fixture in
      for _ in 1...3 {
        let answer = try await fixture.session.perform(.get(""))
        #expect(await fixture.session.gauge(\.leased, reaches: 1) == 1)
        _ = answer.head
      }
      #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
      #expect(fixture.server.connectionCount == 1)
    }
  }

  @Test func `dropping an incomplete response closes its connection`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
      try await connection.hang()
    } _: { fixture in
      _ = try await fixture.session.perform(.get(""))
      #expect(await fixture.session.gauge(\.open, reaches: 0) == 0)
    }
  }

  @Test func `one read returns all one-byte chunks that have arrived together`() async throws {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      var text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      for _ in 0..<300 { text += "1\r\nx\r\n" }
      try await connection.write(text + "0\r\n\r\n")
    } _: { fixture in
      let counts = try await fixture.session.stream(.get("")) { _, content in
        var counts: [Int] = []
        for try await piece in content { counts.append(piece.count) }
        return counts
      }
      #expect(counts.reduce(0, +) == 300)
      #expect(counts.count < 20)
    }
  }

  @Test func `a reader gets the content before a malformed chunk, then an error`()
    async throws
  {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\nZZ\r\n")
      try await connection.hang()
    } _: { fixture in
      try await fixture.session.stream(.get("")) { _, content in
        var pieces = content.makeAsyncIterator()
        let first = try await pieces.next()
        #expect(first == Array("ab".utf8))
        await #expect(throws: HTTPSessionError.self) { try await pieces.next() }
      }
    }
  }

  @Test func `the error for a rejected status contains at most the configured body bytes`()
    async throws
  {
    try await SessionFixture.with { _ in
      .response(HTTP.Response(404, body: [UInt8](repeating: 7, count: 100)))
    } configure: {
      $0.limits.byteCountInErrors = 10
    } _: { fixture in
      let error = await fixture.failure(of: .get(""))
      #expect(error?.reason == .status(404))
      #expect(error?.response?.body == [UInt8](repeating: 7, count: 10))
    }
  }

  @Test(arguments: ["099 Low", "000 None"])
  func `a response with a status code below 100 is rejected as invalid`(_ status: String)
    async throws
  {
    try await SessionFixture.withConnections { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n")
      try await connection.hang()
    } _: { fixture in
      #expect(await fixture.failure(of: .get(""))?.code.name == "invalid-response")
    }
  }
}
