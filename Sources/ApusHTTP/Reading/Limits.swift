extension HTTP {
  /// The size limits for the parts of a received message, such as header fields and chunk
  /// extensions.
  public struct Limits: Sendable, Hashable, Codable {
    /// The maximum number of bytes of a request line or status line, without CRLF; the default is
    /// 8,192.
    public var startLine = 8_192
    /// The maximum number of bytes of a field line, including line folds but without the final
    /// CRLF; the default is 16,384.
    public var fieldLine = 16_384
    /// The maximum total number of bytes of the header fields of a message, including line ends;
    /// the default is 65,536.
    public var headSection = 65_536
    /// The maximum number of field lines in a message head or in a trailer section; the default is
    /// 256.
    public var fieldCount = 256
    /// The maximum number of bytes of a chunk size and its chunk extensions, without CRLF; the
    /// default is 4,096.
    public var chunkLine = 4_096
    /// The maximum total number of bytes of the chunk extensions in a body, including `;` and
    /// leading white space. The default total is 16,384 bytes.
    public var chunkExtensions = 16_384
    /// The maximum total number of bytes of the trailer fields of a message, including line ends;
    /// the default is 16,384.
    public var trailerSection = 16_384
    /// The maximum number of informational responses before the final response; the default is 64.
    public var informationalCount = 64
    /// The maximum number of empty lines before a request line or status line; the default is 8.
    public var leadingEmptyLines = 8

    /// Creates the default size limits for the parts of a message.
    public init() {}
  }

  /// The name of a message size limit, which a parse error contains.
  public enum LimitName: String, Sendable, Hashable {
    case startLine, fieldLine, headSection, fieldCount, chunkLine, chunkExtensions
    case trailerSection, informationalCount, leadingEmptyLines
  }
}
