import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The line that a log has of a call.
@Suite(.ownThread) struct EventLinesTests {
  /// The lines of the calls that have ended, without their times.
  private final class Lines: HTTPSession.Monitor {
    private let lines = Lock<[String]>([])

    func note(_ event: HTTPSession.Event) {
      guard case .ended = event.kind else { return }
      lines.withLock { $0.append("\(event)") }
    }

    /// The lines with the letter T in place of their times.
    var withoutTimes: [String] {
      lines.withLock(\.self).map { line in
        let parts = line.split(separator: " in ", maxSplits: 1)
        let rest = parts.last?.split(separator: ", ", maxSplits: 1) ?? []
        return "\(parts.first ?? "") in T, \(rest.last ?? "")"
      }
    }
  }

  @Test func `each ended call is written to the event log as one line`() async throws {
    let lines = Lines()
    let server = RangeServer([
      .content, .response(HTTP.Response(404, body: [1, 2])), .response(HTTP.Response(503)),
      .content, .cut(afterByteCount: 400),
    ])
    try await SessionFixture.with(server.handler) {
      $0.monitors.append(lines)
      $0.retry.attempts = 2
      $0.retry.delay = .milliseconds(1)
    } _: { fixture in
      let url = fixture.server.url
      try await fixture.session.send(.get("echo?token=hidden"))
      await #expect(throws: HTTPSessionError.self) { try await fixture.session.get("none") }
      try await fixture.session.send(.get("again"))
      await #expect(throws: HTTPSessionError.self) { try await fixture.session.send(.post("cut")) }
      #expect(
        lines.withoutTimes == [
          "1: GET \(url)echo?token=…: 200 in T, 1000 bytes, 1 attempt",
          "2: GET \(url)none: 404 in T, 2 bytes, 1 attempt",
          "3: GET \(url)again: 200 in T, 1000 bytes, 2 attempts",
          "4: POST \(url)cut: 200, then connection-lost in T, 400 bytes, 1 attempt",
        ])
    }
  }

  @Test func `the log line of a failed call contains the code of its error`() async throws {
    let lines = Lines()
    let session = try HTTPSession("http://127.0.0.1:1/") { $0.monitors.append(lines) }
    await #expect(throws: HTTPSessionError.self) { try await session.send(.get("a")) }
    #expect(
      lines.withoutTimes == ["1: GET http://127.0.0.1:1/a: egress in T, 0 bytes, 1 attempt"])
    await session.shutdown()
  }

  @Test(arguments: [
    (Duration.zero, "0.0 ms"), (.microseconds(6_789), "6.7 ms"),
    (.microseconds(999_999), "999.9 ms"),
    (.milliseconds(1_250), "1.2 s"), (.seconds(61), "61.0 s"),
    (.seconds(Int64.max), "9223372036854775807.0 s"),
  ])
  func `a duration in a log line has one digit after the decimal point`(
    _ time: Duration, _ text: String
  ) {
    #expect(HTTPSession.Timeline.text(of: time) == text)
  }

  @Test func `the debug log is written only if the variable APUS_DEBUG is 1`() async throws {
    for value in [nil, "", "0", "true"] { #expect(DebugLog(value) { _ in } == nil) }
    let written = Lock("")
    let log = try #require(
      DebugLog("1") { bytes in written.withLock { $0 += String(decoding: bytes, as: UTF8.self) } })
    let session = HTTPSession.stub(
      "https://api.example.com/",
      configuration: {
        var configuration = HTTPSession.Configuration()
        configuration.monitors.append(log)
        return configuration
      }()
    ) { _ in HTTP.Response(204) }
    try await session.send(.get("users?token=hidden"))
    let lines = written.withLock(\.self)
    #expect(lines.hasPrefix("apus: 1: GET https://api.example.com/users?token=…: 204 in "))
    #expect(lines.hasSuffix(", 0 bytes, 1 attempt\n") && lines.count { $0 == "\n" } == 1)
  }

  @Test func `the debug line of a stubbed call contains the bytes of the response`() async throws {
    let written = Lock("")
    var configuration = HTTPSession.Configuration()
    configuration.monitors.append(
      try #require(
        DebugLog("1") { bytes in written.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
      ))
    let session = HTTPSession.stub("https://api.example.com/", configuration: configuration) { _ in
      HTTP.Response(200, body: [1, 2, 3])
    }
    try await session.send(.get("users"))
    #expect(written.withLock(\.self).hasSuffix(", 3 bytes, 1 attempt\n"))
  }
}
