import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A host that is out for a while, under load: retries make it no worse, and its return is noticed.
@Suite(.ownThread) struct OutageTests {
  private static let base = "http://api.example.com/"

  /// The kind of an outage.
  enum Outage: CaseIterable, Sendable {
    /// It responds that it is unavailable.
    case unavailable
    /// It reads the request, and ends or resets the connection.
    case ended, reset
    /// It reads the request, and sends nothing.
    case silent
    /// There is no listener, or connection attempts get no reply.
    case refused, unanswered
  }

  /// The requests at a server, and the results of calls.
  private struct Figures: Sendable {
    /// Requests that came, and attempts to connect, while it was out.
    var requests = 0
    var connections = 0
    /// Calls that began after the recovery and failed.
    var failures = 0
    /// The time from its return to the response of the first call, and of the last call that began
    /// within a second after it.
    var firstAnswer: Duration?
    var lastAnswer = Duration.zero
  }

  private static let calls = (before: 20, out: 150, after: 30)

  /// Sends calls to a host twenty times a second, independently of earlier calls.
  private static func figures(
    _ outage: Outage, _ policy: HTTP.RetryPolicy
  ) async throws -> Figures {
    try await TestNetwork.run { network in
      let isOut = Flag()
      let figures = Record()
      let fault: ConnectionFault? =
        switch outage {
        case .refused: .refused
        case .unanswered: .unanswered
        default: nil
        }
      let server = try network.serve(base) { _ in
        isOut.isSet ? fault : nil
      } _: { _ in
        guard isOut.isSet else { return .response(HTTP.Response(200)) }
        figures.change { $0.requests += 1 }
        switch outage {
        case .unavailable: return .response(HTTP.Response(503))
        case .ended: return .bytes([])
        case .reset: return .response(HTTP.Response(200), .reset(afterByteCount: 0))
        case .silent: return .response(HTTP.Response(200), .silence)
        // Kept connections end with their server.
        case .refused, .unanswered: return .bytes([])
        }
      }
      let session = try network.session(base) {
        $0.retry = policy
        ($0.timeouts.firstByte, $0.timeouts.connect) = (.seconds(2), .seconds(2))
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        var end = Duration.zero
        for number in 0..<(calls.before + calls.out + calls.after) {
          if number == calls.before {
            isOut.set(true)
            figures.change { $0.connections = -server.connectionCount }
          }
          if number == calls.before + calls.out {
            isOut.set(false)
            figures.change { $0.connections += server.connectionCount }
            end = network.elapsed
          }
          let isBack = number >= calls.before + calls.out
          let isSoon = isBack && number < calls.before + calls.out + 20
          group.addTask { [end] in
            let isAnswered = (try? await session.send(.get("x"))) != nil
            let time = network.elapsed - end
            figures.change { figures in
              if isBack, !isAnswered { figures.failures += 1 }
              if isBack, isAnswered, figures.firstAnswer == nil { figures.firstAnswer = time }
              if isSoon { figures.lastAnswer = max(figures.lastAnswer, time) }
            }
          }
          try await network.sleep(for: .milliseconds(50))
        }
        try await group.waitForAll()
      }
      return figures.value
    }
  }

  private final class Flag: Sendable {
    private let state = Lock(false)

    var isSet: Bool { state.withLock { $0 } }

    func set(_ isSet: Bool) { state.withLock { $0 = isSet } }
  }

  private final class Record: Sendable {
    private let state = Lock(Figures())

    var value: Figures { state.withLock { $0 } }

    func change(_ body: (inout Figures) -> Void) { state.withLock { body(&$0) } }
  }

  @Test(arguments: Outage.allCases)
  func `retries add at most a fifth to the requests and reach a recovered host at once`(
    _ outage: Outage
  ) async throws {
    let without = try await Self.figures(outage, .none)
    let with = try await Self.figures(outage, .idempotent(attempts: 4, budget: 0.2))
    let calls = Self.calls.out
    if [.refused, .unanswered].contains(outage) {
      #expect(max(with.requests, without.requests) < calls / 10, "\(with) \(without)")
    } else {
      #expect(without.requests >= calls * 9 / 10, "\(without)")
      #expect(with.requests * 10 <= without.requests * 12, "\(with) \(without)")
    }
    // Waiting calls share dials, so that there may be fewer dials than calls.
    #expect(with.connections * 10 <= max(calls, without.connections) * 12, "\(with) \(without)")
    #expect(with.requests + with.connections > without.requests + without.connections)
    for figures in [without, with] {
      #expect(figures.failures == 0, "\(figures)")
      #expect(figures.firstAnswer ?? .seconds(9) <= .milliseconds(100), "\(figures)")
      #expect(figures.lastAnswer <= .seconds(2), "\(figures)")
    }
  }
}
