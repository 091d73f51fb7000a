extension HTTP {
  /// How much body a message is to carry, as far as the sender knows beforehand.
  public enum BodyLength: Sendable, Hashable {
    /// No body at all.
    case none
    /// Exactly that many bytes, which may be zero.
    case known(Int)
    /// Some bytes, whose end is only known when it is reached.
    case unknown
  }

  /// How a received body's end is found.
  ///
  /// RFC 9112 section 6.3.
  public enum BodyFraming: Sendable, Hashable {
    /// The message ends with its head.
    case none
    /// That many bytes follow.
    case contentLength(Int)
    /// Chunks follow, and after them perhaps trailers.
    case chunked
    /// The body lasts until the peer ends the connection in order.
    case untilClose
    /// What follows is a tunnel's: `CONNECT` was accepted.
    case tunnel
    /// What follows is another protocol's: 101.
    case upgrade
  }
}
