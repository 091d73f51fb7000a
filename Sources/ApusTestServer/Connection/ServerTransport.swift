internal import ApusBytes
internal import ApusNet

/// What carries a connection's bytes: its socket alone, or TLS over it.
protocol ServerTransport: AnyObject {
  /// The socket at the bottom.
  var socket: Socket { get }

  /// Appends what has come, and waits until something has; returns how much, and 0 at the end.
  func receive(into queue: inout ByteQueue, until deadline: Deadline) async throws -> Int

  /// Sends all of that.
  func send(_ bytes: [UInt8], until deadline: Deadline) async throws

  /// Says in order that nothing more is sent.
  func finish() async throws

  /// Sends nothing more, and says so only as TCP does.
  func cut() throws

  /// Whether the client has left; what it has sent is not read for that, unless it must be.
  func hasEnded() async throws -> Bool
}

/// The socket alone.
final class PlainServerTransport: ServerTransport {
  let socket: Socket

  init(_ socket: Socket) { self.socket = socket }

  func receive(into queue: inout ByteQueue, until deadline: Deadline) async throws -> Int {
    try await socket.receive(into: &queue, until: deadline)
  }

  func send(_ bytes: [UInt8], until deadline: Deadline) async throws {
    try await socket.send(bytes.span, until: deadline)
  }

  func finish() async throws { try socket.finishSending() }

  func cut() throws { try socket.finishSending() }

  func hasEnded() async throws -> Bool {
    switch socket.silence() {
    case .kept, .data: false
    case .ended, .failed: true
    }
  }
}
