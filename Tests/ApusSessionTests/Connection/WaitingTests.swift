import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The timeouts of a connection, and their names in errors.
@Suite(.ownThread) struct WaitingTests {
  /// Returns the error of a request, and the virtual time until it; no real time passes.
  private func expect(
    _ phase: HTTPSession.Phase, after duration: Duration, _ work: @escaping TestConnection.Work,
    _ configure: @escaping @Sendable (inout HTTPSession.Configuration) -> Void
  ) async throws {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain, connections: work)
      let session = try network.session(TestNetwork.plain, configure)
      #expect(await session.failure()?.reason == .timedOut(phase))
      #expect(network.elapsed == duration)
    }
  }

  @Test func `a response head that arrives slowly has one timeout for the whole head`() async throws
  {
    try await expect(.head, after: .seconds(7)) { connection in
      _ = try await connection.readHead()
      try await connection.write("HTTP/1.1 200 ")
      try await connection.hang()
    } _: {
      $0.timeouts.idle = .seconds(7)
    }
  }

  @Test func `informational responses do not extend the timeout of the final response`()
    async throws
  {
    try await expect(.firstByte, after: .seconds(20)) { connection in
      _ = try await connection.readHead()
      while true {
        try await connection.write("HTTP/1.1 103 Early Hints\r\n\r\n")
        try await connection.sleep(.seconds(3))
      }
    } _: {
      $0.timeouts.firstByte = .seconds(20)
    }
  }

  @Test func `the slowness limit ends a slow collected body but not a streamed body`() async throws
  {
    let drip: TestConnection.Work = { connection in
      while try await connection.readHead() != nil {
        try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
        for _ in 0..<60 {
          try await connection.write("x")
          try await connection.sleep(.seconds(5))
        }
        try await connection.write(String(repeating: "y", count: 4_940))
      }
    }
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain, connections: drip)
      let session = try network.session(TestNetwork.plain) {
        $0.timeouts.slowness = .init(byteCount: 1_000, window: .seconds(50))
      }
      #expect(await session.failure()?.reason == .timedOut(.slow))
      #expect(network.elapsed < .seconds(200))
      let count = try await session.stream(.get("")) { _, content in
        var count = 0
        for try await piece in content { count += piece.count }
        return count
      }
      #expect(count == 5_000)
    }
  }

  @Test func `the last bytes of a response body may arrive below the minimum speed`() async throws {
    try await TestNetwork.run { network in
      try network.serve(
        TestNetwork.plain,
        connections: { connection in
          _ = try await connection.readHead()
          try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\n")
          for _ in 0..<40 {
            try await connection.write("x")
            try await connection.sleep(.seconds(2))
          }
        })
      let session = try network.session(TestNetwork.plain) {
        $0.timeouts.slowness = .init(byteCount: 1_000, window: .seconds(10))
      }
      #expect(try await session.send(.get("")).body.count == 40)
      #expect(network.elapsed == .seconds(78))
    }
  }

  @Test(arguments: [
    ("timeout=5", 5), ("timeout=5, max=100", 5), ("max=9;timeout = 7", 7), ("TIMEOUT=3", 3),
    ("max=100", nil), ("timeout", nil), ("timeout=x", nil), ("timeout=-1", nil), ("", nil),
    ("timeout=99999999999999999999", nil), ("timeout=999999", 86_400),
  ])
  func `the timeout parameter of a Keep-Alive response field is parsed`(
    _ value: String, _ seconds: Int?
  ) {
    let parameters = KeepAliveParameters(Array(value.utf8).span)
    #expect(parameters.timeout == seconds.map { .seconds($0) })
  }

  @Test func `an idle connection is closed by the timeout in the Keep-Alive field`()
    async throws
  {
    try await SessionFixture.with { request in
      var response = HTTP.Response(200)
      response.headers["Keep-Alive"] = request.path == "/short" ? "timeout=1" : "timeout=100"
      return .response(response)
    } _: { fixture in
      try await fixture.session.send(.get("long"))
      #expect(await fixture.session.gauge(\.idle, reaches: 1) == 1)
      try await fixture.session.send(.get("short"))
      #expect(await fixture.session.gauge(\.idle, reaches: 0) == 0)
    }
  }
}
