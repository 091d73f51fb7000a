extension HTTP {
  /// A version of HTTP/1 as in the first line of a message.
  ///
  ///     HTTP-version = "HTTP" "/" DIGIT "." DIGIT
  ///
  /// RFC 9112 section 2.3.
  public struct Version: Sendable, Hashable {
    /// The minor version number. A number other than 0 is treated as version 1.1.
    public let minor: UInt8

    /// Creates the HTTP version 1.`minor` from the last decimal digit of a number.
    ///
    /// - Parameter minor: The digit after the point of the version number.
    public init(minor: UInt8) { self.minor = minor % 10 }

    /// The version HTTP/1.0, which has no chunked coding.
    /// An HTTP/1.0 connection closes after an exchange unless client and server agree to keep the
    /// connection open.
    public static let http10 = Version(minor: 0)
    /// The version HTTP/1.1.
    public static let http11 = Version(minor: 1)

    /// A Boolean value that indicates whether the rules of HTTP/1.1 apply to the message.
    public var isAtLeast11: Bool { minor != 0 }
  }
}

extension HTTP.Version: CustomStringConvertible {
  public var description: String { "1.\(minor)" }
}
