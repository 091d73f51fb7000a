import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The text of an expired time limit: the missing thing, the limit and its setting.
@Suite(.ownThread) struct TimeoutTextTests {
  typealias Row = (
    configure: @Sendable (inout HTTPSession.Configuration) -> Void, within: Duration?,
    fault: ConnectionFault?,
    answer: AnswerFault?, text: String, phase: HTTPSession.Phase
  )

  static let rows: [Row] = [
    (
      { _ in }, .milliseconds(100), nil, .silence,
      "no response arrived within 100 ms (set by within:)", .total
    ),
    (
      { $0.timeouts.total = .seconds(5) }, nil, nil, .silence,
      "no response arrived within 5 s (set by timeouts.total)", .total
    ),
    (
      { $0.timeouts.total = .seconds(5) }, .seconds(9), nil, .silence,
      "no response arrived within 5 s (set by timeouts.total)", .total
    ),
    (
      { _ in }, nil, nil, .silence,
      "no byte of the response arrived within 60 s (set by timeouts.firstByte)", .firstByte
    ),
    (
      { $0.timeouts.connect = .milliseconds(1_500) }, nil, .unanswered, nil,
      "no connection to the server was established within 1.5 seconds "
        + "(set by timeouts.connect)", .connect
    ),
    (
      { $0.timeouts.tls = .seconds(7) }, nil, .silent, nil,
      "the TLS handshake with the server did not end within 7 s (set by timeouts.tls)", .tls
    ),
    (
      {
        // No connection is missing while one is being made.
        $0.timeouts.queue = .milliseconds(100)
        $0.timeouts.tls = .seconds(50)
      }, nil, .silent, nil,
      "the TLS handshake with the server did not end within 50 s (set by timeouts.tls)", .tls
    ),
  ]

  @Test(arguments: 0..<7)
  func `a timeout error contains the name and the value of the expired timeout`(index: Int)
    async throws
  {
    let row = Self.rows[index]
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.secure, fault: { _ in row.fault }) { _ in
        .response(HTTP.Response(200), row.answer)
      }
      let session = try network.session(TestNetwork.secure, row.configure)
      do {
        try await session.get("a", within: row.within)
        Issue.record("no error")
      } catch let error as HTTPSessionError {
        #expect("\(error)" == "GET https://api.example.com/a: \(row.text)")
        #expect(error.timeout?.phase == row.phase && error.code == .timedOut)
        #expect(error.timeout.map { row.text.hasSuffix("(set by \($0.setting))") } == true)
      }
    }
  }

  @Test func `a timeout error for a request's own idle timeout names the request option`()
    async throws
  {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain) { _ in .response(HTTP.Response(200), .silence) }
      var request = HTTP.Request.get("a")
      request.options.idle = .seconds(3)
      let error = await (try network.session(TestNetwork.plain)).failure(of: request)
      #expect(error?.timeout?.limit == .seconds(3))
      #expect(error?.timeout?.setting == "options.idle")
    }
  }

  @Test func `the error for a stalled body contains the number of received bytes`() async throws {
    try await TestNetwork.run { network in
      try network.serve(TestNetwork.plain) { _ in
        .connection { connection in
          try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n")
          try await connection.write(String(repeating: "x", count: 1_000))
          try await connection.hang()
        }
      }
      let session = try network.session(TestNetwork.plain)
      let error = try #require(await session.failure(of: .get("a")))
      #expect(
        "\(error)" == "GET http://api.example.com/a: no more content of the message was "
          + "transferred within 60 s (set by timeouts.idle), after 1,000 of 4,000 bytes of content")
      #expect(error.received == .init(byteCount: 1_000, expected: 4_000))
      do {
        try await session.get("a", within: .seconds(2))
        Issue.record("no error")
      } catch let error as HTTPSessionError {
        #expect(
          "\(error)".hasSuffix(
            ": the response did not end within 2 s (set by within:), after 1,000 of 4,000 bytes "
              + "of content"
          ))
      }
    }
  }

  @Test func `a timeout error that a stub throws names no timeout of the session`() async {
    let session = HTTPSession.stub("https://h/") { _ in throw HTTPSessionError(.timedOut) }
    do {
      try await session.get("a", within: .seconds(5))
      Issue.record("no error")
    } catch {
      #expect("\(error)" == "GET https://h/a: no byte of the response arrived in time")
    }
  }

  @Test func `an expired connect timeout is stated once, with the address`() async throws {
    let silent = try await SilentListener()
    let session = try HTTPSession(silent.url) { $0.timeouts.connect = .milliseconds(200) }
    do {
      try await session.get("a")
      Issue.record("no error")
    } catch {
      let address = silent.url.dropFirst(7).dropLast()
      #expect(
        "\(error)"
          == "GET \(silent.url)a: no connection to the server was established within 200 ms "
          + "(set by timeouts.connect) (\(address) did not respond)")
    }
    _ = await session.shutdown()
    await silent.close()
  }

  @Test func `the error for a slow body contains the minimum bytes and the time window`() {
    let slow = HTTPSessionError.Timeout(.slow, .seconds(30), by: .slowness, least: 1_024)
    #expect(
      "\(slow)"
        == "the content of the message was transferred too slowly: fewer than 1024 bytes in 30 s "
        + "(set by timeouts.slowness)")
    #expect("\(HTTPSessionError(.timedOut))" == "no byte of the response arrived in time")
  }
}
