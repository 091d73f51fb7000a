extension HTTP {
  /// A version of HTTP/1, as a message states it.
  ///
  ///     HTTP-version = "HTTP" "/" DIGIT "." DIGIT
  ///
  /// RFC 9112 section 2.3.
  public struct Version: Sendable, Hashable {
    /// The digit after the dot; all except 0 are treated as 1.1.
    public let minor: UInt8

    /// Creates version 1.`minor` from the last digit of a number.
    ///
    /// - Parameter minor: The digit after the point.
    public init(minor: UInt8) { self.minor = minor % 10 }

    /// HTTP/1.0: without chunked coding, and a connection ends unless both sides agree to keep it.
    public static let http10 = Version(minor: 0)
    /// HTTP/1.1.
    public static let http11 = Version(minor: 1)

    /// A Boolean value that indicates whether the rules of HTTP/1.1 apply.
    public var isAtLeast11: Bool { minor != 0 }
  }
}

extension HTTP.Version: CustomStringConvertible {
  public var description: String { "1.\(minor)" }
}
