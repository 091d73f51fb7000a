internal import ApusBytes
internal import ApusNet

extension HTTPSession {
  /// A connection that has left HTTP behind: a tunnel, or another protocol.
  ///
  /// It can be used in its scope only, and by the task that has it.
  public final class RawStream {
    private var connection: Connection?

    init(_ connection: Connection) { self.connection = connection }

    /// What has arrived, as soon as something has; nil when the peer sends no more.
    public func read() async throws(HTTPSessionError) -> [UInt8]? {
      let connection = try open()
      if let secure = connection.secure { return try await read(connection, secure) }
      if !connection.conversation.input.isEmpty { return connection.conversation.input.takeAll() }
      do throws(NetError) {
        let count = try await connection.socket.receive(
          into: &connection.conversation.input, until: connection.bounds.deadline(.idle))
        return count == 0 ? nil : connection.conversation.input.takeAll()
      } catch {
        throw HTTPSessionError(connection.bounds.reason(error, in: .idle))
      }
    }

    /// Sends bytes, and returns when the kernel has taken them.
    public func write(_ bytes: [UInt8]) async throws(HTTPSessionError) {
      let connection = try open()
      if let secure = connection.secure { return try await write(bytes, connection, secure) }
      do throws(NetError) {
        try await connection.socket.send(bytes.span, until: connection.bounds.deadline(.idle))
      } catch {
        throw HTTPSessionError(connection.bounds.reason(error, in: .idle))
      }
    }

    /// Says that nothing more is sent; reading goes on.
    public func finishWriting() throws(HTTPSessionError) {
      let connection = try open()
      connection.secure?.sayGoodbye()
      do throws(NetError) {
        try connection.socket.finishSending()
      } catch {
        throw HTTPSessionError(connection.bounds.reason(error, in: .idle))
      }
    }

    /// Ends the scope.
    func end() { connection = nil }

    /// The end of a server's stream is only what the server has said to be it.
    private func read(
      _ connection: Connection, _ secure: SecureStream
    ) async throws(HTTPSessionError) -> [UInt8]? {
      do throws(HTTPSessionError.Reason) {
        while true {
          try secure.open()
          if let bytes = secure.takeInput() { return bytes }
          if secure.isEnded { return nil }
          if try await secure.receive(connection.bounds) == 0 { try secure.receiveEnd() }
        }
      } catch {
        throw HTTPSessionError(error)
      }
    }

    private func write(
      _ bytes: [UInt8], _ connection: Connection, _ secure: SecureStream
    ) async throws(HTTPSessionError) {
      do throws(HTTPSessionError.Reason) {
        var start = 0
        while start < bytes.count {
          let end = min(bytes.count, start + SecureStream.batchByteCount)
          try secure.seal(bytes.span.extracting(start..<end))
          try await secure.flush(connection.bounds)
          start = end
        }
      } catch {
        throw HTTPSessionError(error)
      }
    }

    private func open() throws(HTTPSessionError) -> Connection {
      guard let connection else { throw HTTPSessionError(.bodyOutOfScope) }
      return connection
    }
  }
}
