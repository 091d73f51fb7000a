extension Connections {
  /// A phase of a request that has its own timeout; the raw value is its word in logs.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Waiting for a connection to become free.
    case queue
    /// Finding the host's addresses.
    case resolve
    /// Making a connection.
    case connect
    /// The TLS handshake.
    case tls
    /// Waiting for the first byte of the response.
    case firstByte = "first-byte"
    /// Waiting for the rest of the response's head.
    case head
    /// Waiting for a body that comes too slowly.
    case slow
    /// Waiting for the next piece of a body.
    case idle
    /// The request as a whole, bounded by `timeouts.total` or `within:`.
    case total = "request"
  }
}
