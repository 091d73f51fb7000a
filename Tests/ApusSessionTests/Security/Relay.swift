import ApusBytes
import ApusNames
import ApusNet

/// A relay before a server, which keeps the clients' bytes, and forwards a limited number of the
/// server's bytes.
final class Relay: Sendable {
  /// The end after the last forwarded byte.
  enum Ending: String, CaseIterable, Sendable {
    case finish
    case reset
  }

  private final class State: Sendable {
    let rule = Lock((limit: Int.max, ending: Ending.finish))
    let passed = Lock(0)
    let sent = Lock<[[UInt8]]>([])
  }

  let port: UInt16
  private let loop: EventLoop
  private let listener: Listener
  private let accepting: Task<Void, Never>
  private let state: State

  /// A relay to a port of this machine.
  init(to server: UInt16) throws {
    let loop = try EventLoop()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
    let state = State()
    self.loop = loop
    self.listener = listener
    self.state = state
    port = listener.address.port ?? 0
    accepting = Task(executorPreference: loop) {
      await withDiscardingTaskGroup { group in
        while let client = try? await listener.accept() {
          group.addTask { try? await Self.relay(client, to: server, state) }
        }
      }
    }
  }

  /// Lets so many octets pass on each connection from now on.
  func cut(after limit: Int, _ ending: Ending) {
    state.rule.withLock { $0 = (limit, ending) }
    state.passed.withLock { $0 = 0 }
  }

  /// The number of the server's bytes that were forwarded since then.
  var passedCount: Int { state.passed.withLock(\.self) }

  /// The bytes of clients so far, for each connection.
  var sent: [[UInt8]] { state.sent.withLock(\.self) }

  func shutdown() async {
    listener.close()
    await accepting.value
    await loop.shutdown()
  }

  private static func relay(_ client: Socket, to port: UInt16, _ state: State) async throws {
    defer { client.close() }
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: port)
    let server = try await Socket.connect(
      to: address, until: .after(.seconds(60)), on: client.loop)
    let (limit, ending) = state.rule.withLock(\.self)
    let number = state.sent.withLock { sent in
      sent.append([])
      return sent.count - 1
    }
    await withDiscardingTaskGroup { group in
      group.addTask {
        _ = await pass(from: client, to: server, atMost: .max) { part in
          state.sent.withLock { $0[number] += part }
        }
        try? server.finishSending()
      }
      let isWhole = await pass(from: server, to: client, atMost: limit) { part in
        state.passed.withLock { $0 += part.count }
      }
      switch ending {
      case .reset where !isWhole: client.reset()
      case .finish, .reset: try? client.finishSending()
      }
      if !isWhole { server.close() }
    }
    server.close()
  }

  /// Notes octets and passes them on, and returns whether the end was reached before the limit.
  private static func pass(
    from source: Socket, to sink: Socket, atMost limit: Int, _ note: ([UInt8]) -> Void
  ) async -> Bool {
    var left = limit
    var queue = ByteQueue()
    while left > 0 {
      let count = try? await source.receive(into: &queue, until: .after(.seconds(60)))
      guard let count, count > 0 else { return true }
      let part = Array(queue.takeAll().prefix(left))
      left -= part.count
      note(part)
      guard (try? await sink.send(part.span, until: .after(.seconds(60)))) != nil else {
        return true
      }
    }
    return false
  }
}
