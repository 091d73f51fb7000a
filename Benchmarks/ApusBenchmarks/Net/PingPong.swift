import ApusNet
import Glibc

/// The client of Apus for the same exchange that `Peers/ping_pong.c` performs in C.
struct PingPong {
  let port: UInt16
  private static let message = [UInt8](repeating: 0, count: 1024)

  /// Opens connections, performs a number of exchanges on each connection, and returns when all
  /// connections are closed.
  func run(_ connections: Int, _ exchanges: Int, isOnLoop: Bool) {
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: port)
    do {
      try Completion.wait {
        let loop = try EventLoop.shared()
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<connections {
            if isOnLoop {
              group.addTask(executorPreference: loop) {
                try await Self.exchange(with: address, exchanges, on: loop)
              }
            } else {
              group.addTask { try await Self.exchange(with: address, exchanges, on: loop) }
            }
          }
          try await group.waitForAll()
        }
      }
    } catch {
      print("the client of the exchange failed: \(error)")
      exit(3)
    }
  }

  private static func exchange(
    with address: SocketAddress, _ exchanges: Int, on loop: EventLoop
  ) async throws {
    let socket = try await Socket.connect(to: address, until: .after(.seconds(10)), on: loop)
    var queue = ByteQueue(capacity: message.count)
    for _ in 0..<exchanges {
      let deadline = Deadline.after(.seconds(60))
      try await socket.send(message.span, until: deadline)
      while queue.count < message.count {
        let count = try await socket.receive(
          into: &queue, atMost: 2 * message.count, until: deadline)
        guard count > 0 else { throw NetError.reset(by: address) }
      }
      queue.removeAll()
    }
    socket.close()
  }
}
