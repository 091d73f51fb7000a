import ApusBytes
import ApusNet

/// A Unix socket that forwards each of its connections to a port of this machine.
final class SocketBridge: Sendable {
  /// The path of the socket.
  let path: String
  private let loop: EventLoop
  private let listener: Listener
  private let accepting: Task<Void, Never>
  private let count: Count

  private final class Count: Sendable {
    let value = Lock(0)
  }

  init(at path: String, to port: UInt16) throws {
    let loop = try EventLoop()
    let listener = try Listener(at: .unix(path: path), on: loop)
    let count = Count()
    (self.path, self.loop, self.listener, self.count) = (path, loop, listener, count)
    accepting = Task(executorPreference: loop) {
      await withDiscardingTaskGroup { group in
        while let client = try? await listener.accept() {
          count.value.withLock { $0 += 1 }
          group.addTask {
            try? await Self.forward(client, to: port)
            client.close()
          }
        }
      }
    }
  }

  /// The number of connections that clients have made.
  var connectionCount: Int { count.value.withLock(\.self) }

  func shutdown() async {
    listener.close()
    accepting.cancel()
    await accepting.value
    await loop.shutdown()
  }

  private static var deadline: Deadline { .after(.seconds(60)) }

  private static func forward(_ client: Socket, to port: UInt16) async throws {
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: port)
    let server = try await Socket.connect(to: address, until: deadline, on: client.loop)
    defer { server.close() }
    await withDiscardingTaskGroup { group in
      group.addTask { await pass(from: client, to: server) }
      await pass(from: server, to: client)
    }
  }

  private static func pass(from source: Socket, to sink: Socket) async {
    var queue = ByteQueue()
    while (try? await source.receive(into: &queue, until: deadline)) ?? 0 > 0 {
      let bytes = queue.takeAll()
      guard (try? await sink.send(bytes.span, until: deadline)) != nil else { break }
    }
    try? sink.finishSending()
  }
}
