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
      do throws(NetError) {
        try await connection.socket.send(bytes.span, until: connection.bounds.deadline(.idle))
      } catch {
        throw HTTPSessionError(connection.bounds.reason(error, in: .idle))
      }
    }

    /// Says that nothing more is sent; reading goes on.
    public func finishWriting() throws(HTTPSessionError) {
      let connection = try open()
      do throws(NetError) {
        try connection.socket.finishSending()
      } catch {
        throw HTTPSessionError(connection.bounds.reason(error, in: .idle))
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
