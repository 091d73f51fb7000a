extension Connections {
  /// A part of a request that has a timeout of its own.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Waiting for a connection to become free.
    case queue = "waiting for a free connection"
    /// Resolving the host's addresses.
    case resolve = "resolving the host's name"
    /// Making a connection.
    case connect = "connecting"
    /// The TLS handshake, including the verification of the server.
    case tls = "the TLS handshake"
    /// Waiting for the first byte of the response.
    case firstByte = "waiting for the first byte of the answer"
    /// Waiting for the rest of the response head.
    case head = "waiting for the rest of the answer's head"
    /// Receiving a body that arrives too slowly.
    case slow = "the body, which comes too slowly,"
    /// Waiting for the next piece of a body.
    case idle = "waiting between two pieces of a body"
    /// The request as a whole.
    case request = "the whole request"
  }
}
