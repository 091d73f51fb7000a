import ApusBytes
import ApusNet

/// A server that follows a script without TLS, and forwards the rest to a TLS server.
final class ScriptedServer: Sendable {
  /// One turn: the bytes that must arrive first, and then the bytes that the server sends.
  struct Turn: Sendable {
    let expected: [UInt8]
    let sent: [UInt8]

    init(_ expected: [UInt8], _ sent: [UInt8]) { (self.expected, self.sent) = (expected, sent) }

    init(_ expected: String, _ sent: String) {
      self.init(Array(expected.utf8), Array(sent.utf8))
    }
  }

  let port: UInt16
  private let listener: Listener
  private let work: Task<Void, Never>

  /// Creates a server whose TLS is that of another port.
  init(_ turns: [Turn], tlsPort: UInt16) throws {
    let loop = try EventLoop.shared()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
    self.listener = listener
    port = listener.address.port ?? 0
    work = Task {
      while let socket = try? await listener.accept() {
        try? await Self.serve(socket, turns, tlsPort, loop)
        socket.close()
      }
    }
  }

  func shutdown() async {
    listener.close()
    await work.value
  }

  private static func serve(
    _ socket: Socket, _ turns: [Turn], _ tlsPort: UInt16, _ loop: EventLoop
  ) async throws {
    var input = ByteQueue()
    for turn in turns {
      while input.count < turn.expected.count {
        guard try await socket.receive(into: &input, until: .never) > 0 else { return }
      }
      guard input.takeAll() == turn.expected else { return }
      try await socket.send(turn.sent.span, until: .never)
    }
    let backend = try await Socket.connect(
      to: .ipv4(IPv4Address(127, 0, 0, 1), port: tlsPort), until: .never, on: loop)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await copy(from: socket, to: backend) }
      group.addTask { await copy(from: backend, to: socket) }
    }
    backend.close()
  }

  private static func copy(from source: Socket, to sink: Socket) async {
    var queue = ByteQueue()
    while let count = try? await source.receive(into: &queue, until: .never), count > 0 {
      let bytes = queue.takeAll()
      guard (try? await sink.send(bytes.span, until: .never)) != nil else { break }
    }
    try? sink.finishSending()
  }
}
