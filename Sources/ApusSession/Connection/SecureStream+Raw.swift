internal import ApusBytes
internal import ApusNet
internal import ApusTLS

/// What a tunnel, or another protocol, needs of a protected connection.
extension SecureStream {
  /// All that has been opened and not read; nil if nothing is.
  func takeInput() -> [UInt8]? {
    guard inputCount > 0 else { return nil }
    return readInput { (bytes) throws(Never) in (bytes.count, bytes.copy()) }
  }

  /// Receives, and waits for it; returns 0 at the end.
  func receive(_ bounds: Bounds) async throws(HTTPSessionError.Reason) -> Int {
    do throws(NetError) {
      let deadline = bounds.deadline(.idle)
      while true {
        try await socket.awaitInput(until: deadline)
        if let count = try receiveNow(atMost: 65_536) { return count }
      }
    } catch {
      throw bounds.reason(error, in: .idle)
    }
  }

  /// Holds that the stream ends where the server has said that it does.
  func receiveEnd() throws(HTTPSessionError.Reason) {
    do throws(TLSError) { try client.receiveEnd() } catch { throw fail(error) }
  }

  /// Sends all that was sealed.
  func flush(_ bounds: Bounds) async throws(HTTPSessionError.Reason) {
    do throws(NetError) {
      try await flush(until: bounds.deadline(.idle))
    } catch {
      throw bounds.reason(error, in: .idle)
    }
  }
}
