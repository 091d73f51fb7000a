extension Connections {
  /// A part of a request's time that has a bound of its own.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Waiting for a connection to become free.
    case queue = "waiting for a free connection"
    /// Finding the host's addresses.
    case resolve = "resolving the host's name"
    /// Making a connection.
    case connect = "connecting"
    /// Agreeing on keys with the server, and judging it.
    case tls = "the TLS handshake"
    /// Waiting for the first byte of the answer.
    case firstByte = "waiting for the first byte of the answer"
    /// Waiting for the rest of the answer's head.
    case head = "waiting for the rest of the answer's head"
    /// A body that comes too slowly.
    case slow = "the body, which comes too slowly,"
    /// Waiting for the next piece of a body.
    case idle = "waiting between two pieces of a body"
    /// The request as a whole.
    case request = "the whole request"
  }
}
