internal import ApusBytes
internal import ApusNet

/// The transport of a connection: a socket, or TLS over it.
protocol ServerTransport: AnyObject {
  /// The channel at the bottom.
  var channel: ServerChannel { get }

  /// Appends received bytes, and waits until some arrive; returns their number, and 0 at the end.
  func receive(into queue: inout ByteQueue, until deadline: Deadline) async throws -> Int

  /// Sends all of the bytes.
  func send(_ bytes: [UInt8], until deadline: Deadline) async throws

  /// Ends the sending direction correctly.
  func finish() async throws

  /// Ends the sending direction only in TCP.
  func cut() throws

  /// Returns whether the client has left; reads its bytes only if that is necessary.
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
