internal import ApusNet

/// The raw byte stream of a connection that carries a tunnel or another protocol instead of HTTP.
package struct RawBytes: Sendable {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private var deadlines: Deadlines { connection.exchange.request.deadlines }

  /// Waits for bytes of the peer and returns them. Returns `nil` at the end of the input.
  ///
  /// Over TLS, a close_notify alert ends the input.
  package func read() async throws(ConnectionError) -> [UInt8]? {
    let transport = connection.transport
    while true {
      try transport.open()
      if let bytes = transport.takeInput() { return bytes }
      if transport.hasEnded { return nil }
      guard try await receive(transport) else {
        try transport.receiveEnd()
        return nil
      }
    }
  }

  /// Waits for bytes of the peer and receives them. Returns `false` at the end of the input.
  private func receive(_ transport: Transport) async throws(ConnectionError) -> Bool {
    let deadline = deadlines.deadline(.idle)
    do throws(NetError) {
      while true {
        try await transport.channel.awaitInput(until: deadline)
        if let count = try transport.receiveNow(atMost: 65_536) { return count > 0 }
      }
    } catch {
      throw deadlines.error(error, in: .idle)
    }
  }

  /// Sends bytes to the peer, and returns when the kernel has accepted the bytes.
  package func write(_ bytes: [UInt8]) async throws(ConnectionError) {
    try await connection.transport.send(bytes, deadlines)
  }

  /// Ends the sending direction of the connection. The receiving direction continues.
  package func finishWriting() throws(ConnectionError) {
    connection.transport.sayGoodbye()
    do throws(NetError) {
      try connection.transport.channel.finishSending()
    } catch {
      throw deadlines.error(error, in: .idle)
    }
  }
}
