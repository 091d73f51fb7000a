internal import ApusConnections

extension HTTPSession {
  /// A connection that no longer uses HTTP: a tunnel, or another protocol.
  ///
  /// It can be used in its scope only, and by the task that has it.
  public final class RawStream {
    private var bytes: RawBytes?

    init(_ bytes: RawBytes) { self.bytes = bytes }

    /// Returns the received bytes as soon as there are some; nil when the peer sends no more.
    ///
    /// Over TLS only the peer's own message ends the stream.
    public func read() async throws -> [UInt8]? {
      let bytes = try open()
      do throws(ConnectionError) { return try await bytes.read() } catch {
        throw HTTPSessionError(HTTPSessionError.Reason(error)).thrown
      }
    }

    /// Sends bytes, and returns when the kernel has taken them.
    ///
    /// - Parameter bytes: The bytes, which are sent without any framing.
    public func write(_ bytes: [UInt8]) async throws {
      let raw = try open()
      do throws(ConnectionError) { try await raw.write(bytes) } catch {
        throw HTTPSessionError(HTTPSessionError.Reason(error)).thrown
      }
    }

    /// Ends the sending direction; reading continues.
    public func finishWriting() throws {
      let bytes = try open()
      do throws(ConnectionError) { try bytes.finishWriting() } catch {
        throw HTTPSessionError(HTTPSessionError.Reason(error)).thrown
      }
    }

    /// Ends the scope.
    func end() { bytes = nil }

    private func open() throws(HTTPSessionError) -> RawBytes {
      guard let bytes else { throw HTTPSessionError(.bodyOutOfScope) }
      return bytes
    }
  }
}
