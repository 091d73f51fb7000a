import ApusNet

@testable import ApusSession

/// A server within the process, at the other ends of a session's memory channels.
final class MemoryServer: Sendable {
  /// What is done with a connection.
  typealias Work = @Sendable (MemoryPeer) async throws -> Void

  private let loop: EventLoop
  private let work: Work
  private let counts = Lock(0)

  init(_ work: @escaping Work) throws {
    loop = try EventLoop()
    self.work = work
  }

  /// How many connections were made.
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

/// The server's end of a connection within the process.
final class MemoryPeer: Sendable {
  let channel: MemoryChannel

  init(_ channel: MemoryChannel) { self.channel = channel }

  /// A request's head as text; nil at the end.
  func readHead() async throws -> String? {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let piece = try [UInt8](capacity: 1) { (bytes) throws(NetError) in
        _ = try channel.receiveNow(into: &bytes)
      }
      head += piece
      guard piece.isEmpty else { continue }
      // Something may have come since the look.
      switch channel.silence() {
      case .data: continue
      case .kept: try await channel.awaitInput(until: .never)
      case .ended, .failed: return nil
      }
    }
    return String(decoding: head, as: UTF8.self)
  }

  func write(_ text: String) async throws {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = try channel.sendNow(bytes.span, from: sent)
      sent += count
      if count == 0 { try await channel.wait(for: .output, .send, until: .never) }
    }
  }

  /// Answers each request with the same.
  func serve(_ answer: String) async throws {
    while try await readHead() != nil { try await write(answer) }
  }
}
