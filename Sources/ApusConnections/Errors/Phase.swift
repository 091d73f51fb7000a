extension Connections {
  /// A phase of a request that has its own timeout.
  ///
  /// The raw value is the word for the phase in logs.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// The request waits for a connection to become free.
    case queue
    /// The session looks up the host's addresses.
    case resolve
    /// The session connects to the server.
    case connect
    /// The client and the server perform the TLS handshake.
    case tls
    /// The request waits for the first byte of the response.
    case firstByte = "first-byte"
    /// The request waits for the rest of the response head.
    case head
    /// The body arrives more slowly than the minimum speed.
    case slow
    /// The request waits for the next piece of a body.
    case idle
    /// The request as a whole, which `timeouts.total` or `within:` limits.
    case total = "request"
  }
}
