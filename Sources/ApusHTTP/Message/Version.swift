extension HTTP {
  /// A version of HTTP/1, as a message states it.
  ///
  ///     HTTP-version = "HTTP" "/" DIGIT "." DIGIT
  ///
  /// RFC 9112 section 2.3.
  public struct Version: Sendable, Hashable {
    /// The digit after the dot; everything but 0 is treated as 1.1.
    public let minor: UInt8

    /// Creates version 1.`minor`, of which only the last digit counts.
    public init(minor: UInt8) { self.minor = minor % 10 }

    /// HTTP/1.0: no chunked coding, and a connection ends unless both sides say otherwise.
    public static let http10 = Version(minor: 0)
    /// HTTP/1.1.
    public static let http11 = Version(minor: 1)

    /// Whether the rules of HTTP/1.1 hold.
    public var isAtLeast11: Bool { minor != 0 }
  }
}

extension HTTP.Version: CustomStringConvertible {
  public var description: String { "1.\(minor)" }
}
