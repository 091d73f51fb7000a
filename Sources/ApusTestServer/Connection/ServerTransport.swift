internal import ApusBytes
internal import ApusNet

/// The transport of a test server's connection, which is a socket or TLS over a socket.
protocol ServerTransport: AnyObject {
  /// The socket or the in-process pipe below the transport.
  var channel: ServerChannel { get }

  /// Waits for received bytes and appends the bytes to the queue. Returns the number of bytes,
  /// which is 0 at the end.
  func receive(into queue: inout ByteQueue, until deadline: Deadline) async throws -> Int

  /// Sends all of the bytes to the client.
  func send(_ bytes: [UInt8], until deadline: Deadline) async throws

  /// Ends the sending direction of the connection correctly, in TLS with a close_notify alert.
  func finish() async throws

  /// Ends the sending direction of the TCP connection, in TLS without a close_notify alert.
  func cut() throws

  /// Returns whether the client has closed the connection. The transport reads received bytes only
  /// if necessary.
  func hasEnded() async throws -> Bool
}

/// A transport without TLS, which sends bytes directly over the channel.
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
