import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The work of a gateway: one response's content as another request's.
@Suite(.ownThread) struct PipingTests {
  private static let source: TestServer.Handler = { request in
    .stream(HTTP.ResponseHead(200)) { connection in
      for number in 0..<(request.path == "/cut" ? 10 : 100) {
        try await connection.writeChunk([UInt8](repeating: UInt8(number), count: 50_000))
      }
      if request.path == "/cut" { throw TestServerError.clientLeft }
    }
  }

  @Test func `response content can be relayed as a request body without collection`()
    async throws
  {
    let target = try await TestServer { request in
      .response(HTTP.Response(200, body: Array("\(request.body.count)".utf8)))
    }
    let url = target.url
    try await SessionFixture.with(Self.source) { fixture in
      let session = fixture.session
      let answer = try await session.stream(.get("whole")) { _, content in
        try await session.send(.put(.reference(url), .sequence(content)))
      }
      #expect(answer.text == "5000000")
      // Both connections continue.
      #expect(await session.gauge(\.idle, reaches: 2) == 2)
    }
    await target.shutdown()
  }

  @Test func `a truncated source response makes the relayed request incomplete`()
    async throws
  {
    let wasWhole = Lock(false)
    let target = try await TestServer { _ in
      wasWhole.withLock { $0 = true }
      return .response(HTTP.Response(200))
    }
    let url = target.url
    try await SessionFixture.with(Self.source) { fixture in
      let session = fixture.session
      do {
        _ = try await session.stream(.get("cut")) { _, content in
          try await session.send(.put(.reference(url), .sequence(content)))
        }
        Issue.record("sent")
      } catch {
        let error = HTTPSessionError(of: error)
        #expect(error.reason == .requestBody)
        let cause = error.underlying as? HTTPSessionError
        #expect(cause?.code.name == "connection-lost")
      }
      #expect(await session.gauge(\.open, reaches: 0) == 0)
    }
    await target.shutdown()
    #expect(!wasWhole.withLock { $0 })
  }

  @Test func `if the target server rejects a relayed request, the source is closed`()
    async throws
  {
    let target = try await TestServer(connections: { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 507 No\r\nContent-Length: 0\r\n\r\n")
      try await connection.hang()
    })
    let url = target.url
    try await SessionFixture.with(Self.source) { fixture in
      let session = fixture.session
      do {
        _ = try await session.stream(.get("whole")) { _, content in
          try await session.send(.put(.reference(url), .sequence(content)))
        }
        Issue.record("sent")
      } catch {
        let error = HTTPSessionError(of: error)
        #expect(error.reason == .status(507))
      }
      #expect(await session.gauge(\.open, reaches: 0) == 0)
    }
    await target.shutdown()
  }

  @Test func `cancelling a relay ends the source request and the target request`() async throws {
    let target = try await TestServer(connections: { connection in
      _ = try await connection.readHead()
      try await connection.hang()
    })
    let url = target.url
    try await SessionFixture.with(Self.source) { fixture in
      let session = fixture.session
      let piping = Task {
        try await session.stream(.get("whole")) { _, content in
          try await session.send(.put(.reference(url), .sequence(content)))
        }
      }
      while session.gauges.leased < 2 { await Pause.brief() }
      piping.cancel()
      do {
        _ = try await piping.value
        Issue.record("sent")
      } catch {
        let error = HTTPSessionError(of: error)
        #expect(error.reason == .cancelled)
      }
      #expect(await session.gauge(\.open, reaches: 0) == 0)
    }
    await target.shutdown()
  }
}
