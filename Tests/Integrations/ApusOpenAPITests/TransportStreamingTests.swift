import ApusHTTP
import ApusNet
import ApusOpenAPI
import ApusSession
import ApusTestServer
import FoundationEssentials
import HTTPTypes
import OpenAPIRuntime
import Synchronization
import TestSupport
import Testing

/// Long bodies through the transport, and calls that are cancelled.
@Suite(.timeLimit(.minutes(5))) struct TransportStreamingTests {
  private static func transport(_ server: TestServer) throws -> (SessionTransport, URL) {
    (SessionTransport(try HTTPSession(server.url)), try #require(URL(string: server.url)))
  }

  private static func head(_ method: String) throws -> HTTPRequest {
    HTTPRequest(
      method: try #require(HTTPRequest.Method(method)), scheme: nil, authority: nil, path: "/x")
  }

  @Test func `100 MiB sent and received by OpenAPI calls use at most 20 MiB of memory`() async {
    // In a separate process, so that other tests are not measured.
    await #expect(processExitsWith: .success) {
      for length in [HTTPBody.Length.known(Int64(Stream.byteCount)), .unknown] {
        let growth = try await Stream.growth(sending: length)
        #expect(growth <= 20 << 20, "\(growth >> 20) MiB")
      }
    }
  }

  @Test func `cancelling an OpenAPI call ends the call before the response head`() async throws {
    let server = try await TestServer { _ in .response(HTTP.Response(200), .silence) }
    let (transport, url) = try Self.transport(server)
    let head = try Self.head("GET")
    let call = Task {
      try await transport.send(head, body: nil, baseURL: url, operationID: "x")
    }
    while server.requestCount == 0 { await Task.yield() }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    await transport.session.shutdown(within: .zero)
    await server.shutdown()
  }

  @Test func `cancelling the reader of an OpenAPI body frees the connection`()
    async throws
  {
    let server = try await TestServer(connections: { connection in
      guard try await connection.readHead() != nil else { return }
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      try await connection.hang()
    })
    let (transport, url) = try Self.transport(server)
    let (response, body) = try await transport.send(
      Self.head("GET"), body: nil, baseURL: url, operationID: "x")
    #expect(response.status == 200 && body?.length == .known(10))
    let received = Mutex(0)
    let content = try #require(body)
    let reader = Task {
      for try await piece in content {
        received.withLock { $0 += piece.count }
      }
    }
    while received.withLock({ $0 }) < 4 { await Task.yield() }
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(transport.session.gauges.leased == 0)
    await transport.session.shutdown(within: .zero)
    await server.shutdown()
  }

  @Test func `an OpenAPI response that is released unread frees its connection`()
    async throws
  {
    let server = try await TestServer { _ in
      .response(HTTP.Response(200, body: [UInt8](repeating: 7, count: 1 << 20)))
    }
    let (transport, url) = try Self.transport(server)
    do {
      let (_, body) = try await transport.send(
        Self.head("GET"), body: nil, baseURL: url, operationID: "x")
      #expect(body != nil && transport.session.gauges.leased == 1)
    }
    while transport.session.gauges.leased > 0 { await Task.yield() }
    await transport.session.shutdown(within: .zero)
    await server.shutdown()
  }
}

/// A body of 100 MiB in each direction, and the memory that both sides use for it.
private enum Stream {
  static let byteCount = 100 << 20
  private static let piece = [UInt8]((0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })

  /// Sends and receives the body, and returns the largest growth of the process meanwhile.
  static func growth(sending length: HTTPBody.Length) async throws -> Int {
    let server = try await TestServer(connections: { connection in
      guard try await connection.readHead() != nil else { return }
      var count = 0
      while let bytes = try await connection.readPiece() { count += bytes.count }
      try await connection.write(
        "HTTP/1.1 200 OK\r\nX-Received: \(count)\r\nContent-Length: \(byteCount)\r\n\r\n")
      for _ in 0..<byteCount / piece.count { try await connection.write(piece) }
    })
    let session = try HTTPSession(server.url)
    let start = try ProcessMemory.residentByteCount()
    let peak = Mutex(start)
    let measured = MeasuredPieces(count: byteCount / piece.count, piece: piece) {
      let now = (try? ProcessMemory.residentByteCount()) ?? .max
      peak.withLock { $0 = max($0, now) }
    }
    let body = HTTPBody(measured, length: length, iterationBehavior: .multiple)
    let head = HTTPRequest(
      method: try #require(HTTPRequest.Method("POST")), scheme: nil, authority: nil, path: "/x")
    let (response, content) = try await SessionTransport(session).send(
      head, body: body, baseURL: try #require(URL(string: server.url)), operationID: "x")
    let name = try #require(HTTPField.Name("X-Received"))
    #expect(response.headerFields[name] == "\(byteCount)")
    #expect(content?.length == .known(Int64(byteCount)))
    var received = 0
    for try await bytes in try #require(content) {
      received += bytes.count
      let now = try ProcessMemory.residentByteCount()
      peak.withLock { $0 = max($0, now) }
    }
    #expect(received == byteCount)
    await session.shutdown(within: .zero)
    await server.shutdown()
    return peak.withLock { $0 } - start
  }
}

/// One piece, many times, and a closure that is called before each.
private struct MeasuredPieces: AsyncSequence, Sendable {
  let count: Int
  let piece: [UInt8]
  let onPiece: @Sendable () -> Void

  struct Iterator: AsyncIteratorProtocol {
    let pieces: MeasuredPieces
    var index = 0

    mutating func next() async -> ArraySlice<UInt8>? {
      guard index < pieces.count else { return nil }
      index += 1
      pieces.onPiece()
      return pieces.piece[...]
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }
}
