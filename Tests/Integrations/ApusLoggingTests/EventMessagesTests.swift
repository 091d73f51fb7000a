import ApusHTTP
import ApusLogging
import InMemoryLogging
import Logging
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The level and the metadata of the message for each kind of event.
@Suite struct EventMessagesTests {
  /// An event, and the expected metadata of its message besides the numbers of session and call.
  struct Expectation: Sendable, CustomTestStringConvertible {
    let kind: HTTPSession.Event.Kind
    let level: Logger.Level
    var metadata: [String: String] = [:]

    var testDescription: String { "\(kind)" }
  }

  private static let failure = HTTPSessionError(HTTPSessionError.Code.cannotConnect)
  private static let server = ["server.address": "api.example.com", "server.port": "444"]
  private static let failed = ["error.type": "cannot-connect"]

  private static var gauges: HTTPSession.PoolGauges {
    var gauges = HTTPSession.PoolGauges()
    (gauges.leased, gauges.dialling, gauges.idle, gauges.waiting) = (1, 2, 4, 8)
    return gauges
  }

  private static func all() throws -> [Expectation] {
    let origin = try HTTP.URL("https://api.example.com:444/").origin
    return [
      Expectation(
        kind: .began(HTTP.Request(.get, .reference("https://api.example.com:444/a?k=v"))),
        level: .trace,
        metadata: server.merging([
          "http.request.method": "GET", "url.full": "https://api.example.com:444/a?k=…",
        ]) { $1 }),
      Expectation(
        kind: .head(HTTP.ResponseHead(503)), level: .trace,
        metadata: [
          "http.response.status_code": "503", "error.type": "503",
          "network.protocol.version": "1.1",
        ]),
      Expectation(kind: .challenged(401), level: .debug),
      Expectation(kind: .replaying, level: .debug),
      Expectation(kind: .waiting(.seconds(1)), level: .debug),
      Expectation(kind: .notSaved(failure), level: .debug, metadata: failed),
      Expectation(kind: .refused(failure, by: nil), level: .debug, metadata: failed),
      Expectation(
        kind: .ignored(HTTPSession.InvalidSetting("no_proxy", "a b", expected: "a host")),
        level: .debug),
      Expectation(
        kind: .dialling(origin, .failed(failure)), level: .debug,
        metadata: server.merging(failed) { $1 }),
      Expectation(
        kind: .dialling(origin, .connected(address: "192.0.2.1:444")), level: .trace,
        metadata: server.merging(["network.peer.address": "192.0.2.1:444"]) { $1 }),
      Expectation(kind: .dialling(origin, .lookingUp), level: .trace, metadata: server),
      Expectation(kind: .closed(origin, after: .seconds(1)), level: .trace, metadata: server),
      Expectation(
        kind: .pool(gauges), level: .trace,
        metadata: ["apus.connections": "7", "apus.waiting": "8"]),
      Expectation(kind: .stored, level: .trace), Expectation(kind: .queued, level: .trace),
      Expectation(kind: .sent, level: .trace), Expectation(kind: .saved(path: "/a"), level: .trace),
      Expectation(kind: .suspended(task: 1), level: .trace),
      Expectation(kind: .shutDown, level: .trace),
    ]
  }

  @Test(arguments: try all())
  func `the message of an event has the level and the metadata of its kind`(
    _ expected: Expectation
  ) throws {
    let log = InMemoryLogHandler(.trace)
    LoggingMonitor(log.logger).note(HTTPSession.Event(at: .zero, in: 7, of: 3, expected.kind))
    let entry = try #require(log.entries.first)
    #expect(log.entries.count == 1 && entry.level == expected.level)
    let metadata = expected.metadata.merging(["apus.session": "7", "apus.call": "3"]) { $1 }
    #expect(entry.metadata.mapValues { "\($0)" } == metadata)
  }

  @Test func `a followed redirect is a message at debug`() async throws {
    let log = InMemoryLogHandler(.debug)
    let session = HTTPSession.stub(
      "http://api.example.com/",
      configuration: {
        var configuration = HTTPSession.Configuration()
        configuration.monitors.append(LoggingMonitor(log.logger))
        return configuration
      }()
    ) { request in
      request.target.text.hasSuffix("/b")
        ? HTTP.Response(200) : HTTP.Response(302, headers: ["Location": "/b"])
    }
    try await session.send(.get("a"))
    #expect(log.entries.map { $0.text("http.request.method") } == [nil, "GET"])
    await session.shutdown()
  }
}
