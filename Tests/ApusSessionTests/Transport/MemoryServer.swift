import ApusNet
import TestSupport

@testable import ApusConnections
@testable import ApusSession

/// A server within the process, at the other ends of a session's memory channels.
final class MemoryServer: Sendable {
  /// The work on a connection.
  typealias Work = @Sendable (MemoryPeer) async throws -> Void

  private let loop: EventLoop
  private let work: Work
  private let counts = Lock(0)

  init(_ work: @escaping Work) throws {
    loop = try EventLoop()
    self.work = work
  }

  /// The number of connections.
  var connectionCount: Int { counts.withLock { $0 } }

  /// A session that has this server in place of the network, and the clock of a test.
  func session(
    _ clock: ManualClock? = nil, _ configure: (inout HTTPSession.Configuration) -> Void = { _ in },
    monitor: (any CallMonitor)? = nil
  ) throws -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configure(&configuration)
    let environment = Environment(time: clock.map { .manual($0) } ?? .system)
    let loops = try SessionLoops(LoopGroup(limit: 1, time: environment.time))
    return try HTTPSession(
      "http://memory.test/", configuration, environment, monitor: monitor,
      connector: { [self] _, loop, _ in connect(loop) }, loops: loops)
  }

  private func connect(_ loop: EventLoop) -> MemoryChannel {
    let (own, other) = MemoryChannel.pair(on: loop, and: self.loop)
    counts.withLock { $0 += 1 }
    Task(executorPreference: self.loop) {
      try? await self.work(MemoryPeer(other))
      other.close()
    }
    return own
  }

  func shutdown() async { await loop.shutdown() }
}
