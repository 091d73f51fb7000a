internal import ApusBytes
internal import ApusNet

/// What carries a connection's bytes: its socket alone, or TLS over it.
protocol ServerTransport: AnyObject {
  /// The channel at the bottom.
  var channel: ServerChannel { get }

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

/// The channel alone.
final class PlainServerTransport: ServerTransport {
  let channel: ServerChannel

  init(_ channel: ServerChannel) { self.channel = channel }

  func receive(into queue: inout ByteQueue, until deadline: Deadline) async throws -> Int {
    try await channel.receive(into: &queue, until: deadline)
  }

  func send(_ bytes: [UInt8], until deadline: Deadline) async throws {
    try await channel.send(bytes, until: deadline)
  }

  func finish() async throws { try channel.finishSending() }

  func cut() throws { try channel.finishSending() }

  func hasEnded() async throws -> Bool {
    switch channel.silence() {
    case .kept, .data: false
    case .ended, .failed: true
    }
  }
}
