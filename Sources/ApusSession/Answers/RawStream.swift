internal import ApusNet

extension HTTPSession {
  /// A connection that has left HTTP behind: a tunnel, or another protocol.
  ///
  /// It can be used in its scope only, and by the task that has it.
  public final class RawStream {
    private var connection: Connection?

    init(_ connection: Connection) { self.connection = connection }

    /// Returns what has arrived, as soon as something has; nil when the peer sends no more.
    ///
    /// The end of a protected stream is only what the server has said to be it.
    public func read() async throws(HTTPSessionError) -> [UInt8]? {
      let connection = try open()
      let (transport, deadlines) = (connection.transport, connection.exchange.request.deadlines)
      do throws(HTTPSessionError.Reason) {
        while true {
          try transport.open()
          if let bytes = transport.takeInput() { return bytes }
          if transport.hasEnded { return nil }
          guard try await receive(transport, deadlines) else {
            try transport.receiveEnd()
            return nil
          }
        }
      } catch {
        throw HTTPSessionError(error)
      }
    }

    /// Receives, and waits for it; false at the end.
    private func receive(
      _ transport: Transport, _ deadlines: Deadlines
    ) async throws(HTTPSessionError.Reason) -> Bool {
      let deadline = deadlines.deadline(.idle)
      do throws(NetError) {
        while true {
          try await transport.channel.awaitInput(until: deadline)
          if let count = try transport.receiveNow(atMost: 65_536) { return count > 0 }
        }
      } catch {
        throw deadlines.reason(error, in: .idle)
      }
    }

    /// Sends bytes, and returns when the kernel has taken them.
    public func write(_ bytes: [UInt8]) async throws(HTTPSessionError) {
      let connection = try open()
      do throws(HTTPSessionError.Reason) {
        try await connection.transport.send(bytes, connection.exchange.request.deadlines)
      } catch {
        throw HTTPSessionError(error)
      }
    }

    /// Says that nothing more is sent; reading goes on.
    public func finishWriting() throws(HTTPSessionError) {
      let connection = try open()
      connection.transport.sayGoodbye()
      do throws(NetError) {
        try connection.transport.channel.finishSending()
      } catch {
        throw HTTPSessionError(connection.exchange.request.deadlines.reason(error, in: .idle))
      }
    }

    /// Ends the scope.
    func end() { connection = nil }

    private func open() throws(HTTPSessionError) -> Connection {
      guard let connection else { throw HTTPSessionError(.bodyOutOfScope) }
      return connection
    }
  }
}
