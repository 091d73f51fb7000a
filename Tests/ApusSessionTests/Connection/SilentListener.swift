import ApusNames
import ApusNet

/// A port at which a connection is never established: its queue is full, and no connection is
/// accepted.
final class SilentListener: Sendable {
  let loop: EventLoop
  private let listener: Listener
  private let queued = Lock<[Socket]>([])

  init() async throws {
    loop = try EventLoop()
    listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), backlog: 1, on: loop)
    // When the queue is full, the kernel no longer replies.
    var count = 0
    while count < 10,
      let socket = try? await Socket.connect(
        to: listener.address, until: .after(.milliseconds(100)), on: loop)
    {
      queued.withLock { $0.append(socket) }
      count += 1
    }
  }

  var url: String { "http://127.0.0.1:\(listener.address.port ?? 0)/" }

  func close() async {
    queued.withLock { $0 = [] }
    listener.close()
    await loop.shutdown()
  }
}
