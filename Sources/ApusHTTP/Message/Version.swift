extension HTTP {
  /// The HTTP/1 version in the first line of a message.
  ///
  ///     HTTP-version = "HTTP" "/" DIGIT "." DIGIT
  ///
  /// RFC 9112 section 2.3.
  public struct Version: Sendable, Hashable {
    /// The minor version number of HTTP/1. A number other than 0 is treated as 1.
    public let minor: UInt8

    /// Creates the HTTP version 1.`minor` from a minor version number. Only the last decimal digit
    /// of the number is used.
    ///
    /// - Parameter minor: The digit after the point of the version number.
    public init(minor: UInt8) { self.minor = minor % 10 }

    /// The version HTTP/1.0, which has no chunked coding. An HTTP/1.0 connection closes after each
    /// response unless the client and the server request a persistent connection.
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
