import ApusHTTP
import ApusNet
import ApusTestServer
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A link that is cut while a connection is idle: no packet returns, not even an error.
///
/// The network is that of a separate process: threads that begin meanwhile would keep it.
@Suite(
  .timeLimit(.minutes(4)),
  .enabled(if: OwnNetwork.obstacle == nil, Comment(rawValue: OwnNetwork.obstacle ?? "")))
struct CutLinkTests {
  @Test func `a connection counts as stale after ten seconds without TCP acknowledgements`() async {
    await #expect(processExitsWith: .success) {
      let thread = try EventLoop()
      try await withTaskExecutorPreference(thread) {
        try OwnNetwork.enter()
        let server = try await TestServer { _ in .response(HTTP.Response(200)) }
        let session = try HTTPSession.apart(server.url) {
          $0.timeouts.firstByte = .seconds(180)
          $0.timeouts.connect = .seconds(1)
        }
        try await session.send(.get("/"))
        #expect(await session.gauge(\.idle, reaches: 1) == 1)
        try OwnNetwork.cut()
        let start = ContinuousClock.now
        let error = await #expect(throws: HTTPSessionError.self) {
          try await session.send(.get("/"))
        }
        // It was sent again, on a connection that could not be made.
        #expect(try #require(error).reason == .timedOut(.connect))
        #expect(ContinuousClock.now - start > .seconds(9))
        #expect(await session.gauge(\.open, reaches: 0) == 0)
      }
    }
  }
}

extension OwnNetwork {
  /// Lets no packet through any more.
  fileprivate static func cut() throws {
    let line = "ip link set lo down"
    guard run(line) == 0 else { throw Failure(line: line) }
  }
}
