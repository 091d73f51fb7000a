internal import ApusNet

/// The bytes of a connection that has left HTTP: a tunnel, or another protocol.
package struct RawBytes: Sendable {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  private var deadlines: Deadlines { connection.exchange.request.deadlines }

  /// Returns the received bytes as soon as there are some; nil at the end.
  ///
  /// Over TLS only close_notify is an end.
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

  /// Waits for input and receives it; returns false at the end.
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

  /// Sends bytes, and returns when the kernel has accepted them.
  package func write(_ bytes: [UInt8]) async throws(ConnectionError) {
    try await connection.transport.send(bytes, deadlines)
  }

  /// Ends the sending direction; the other direction continues.
  package func finishWriting() throws(ConnectionError) {
    connection.transport.sayGoodbye()
    do throws(NetError) {
      try connection.transport.channel.finishSending()
    } catch {
      throw deadlines.error(error, in: .idle)
    }
  }
}
