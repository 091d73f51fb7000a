internal import ApusConnections

extension HTTPSession {
  /// A raw connection that no longer uses HTTP, such as a tunnel.
  ///
  /// A raw connection can be used only in its scope, and only by the task that received it.
  public final class RawStream {
    private var bytes: RawBytes?

    init(_ bytes: RawBytes) { self.bytes = bytes }

    /// Returns the next received bytes, or `nil` if the peer sends no more bytes.
    ///
    /// Over TLS, only the `close_notify` alert of the peer ends the stream.
    public func read() async throws -> [UInt8]? {
      let bytes = try open()
      do throws(ConnectionError) { return try await bytes.read() } catch {
        throw HTTPSessionError(HTTPSessionError.Reason(error)).thrown
      }
    }

    /// Sends bytes, and returns when the kernel has accepted the bytes.
    ///
    /// - Parameter bytes: The bytes, which are sent without any framing.
    public func write(_ bytes: [UInt8]) async throws {
      let raw = try open()
      do throws(ConnectionError) { try await raw.write(bytes) } catch {
        throw HTTPSessionError(HTTPSessionError.Reason(error)).thrown
      }
    }

    /// Closes the sending direction of the raw connection; the caller can still read received
    /// bytes.
    public func finishWriting() throws {
      let bytes = try open()
      do throws(ConnectionError) { try bytes.finishWriting() } catch {
        throw HTTPSessionError(HTTPSessionError.Reason(error)).thrown
      }
    }

    /// Ends the scope in which the raw connection can be used.
    func end() { bytes = nil }

    private func open() throws(HTTPSessionError) -> RawBytes {
      guard let bytes else { throw HTTPSessionError(.bodyOutOfScope) }
      return bytes
    }
  }
}
