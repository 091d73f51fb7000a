extension HTTP {
  /// The size limits for the parts of a message. Each limit has a separate error.
  public struct Limits: Sendable, Hashable, Codable {
    /// The maximum number of bytes of a request line or status line without its line end.
    /// The default is 8,192.
    public var startLine = 8_192
    /// The maximum number of bytes of a field line, including all lines of a fold but not the line
    /// end. The default is 16,384.
    public var fieldLine = 16_384
    /// The maximum number of bytes of all field lines of a head, including line ends.
    /// The default is 65,536.
    public var headSection = 65_536
    /// The maximum number of field lines in a head or in a trailer section. The default is 256.
    public var fieldCount = 256
    /// The maximum number of bytes of a chunk size with its extensions but without the line end.
    /// The default is 4,096.
    public var chunkLine = 4_096
    /// The maximum number of bytes of all chunk extensions of a body.
    /// Each extension is counted from its first white space or `;` on. The default is 16,384.
    public var chunkExtensions = 16_384
    /// The maximum number of bytes of all field lines of a trailer section, including line ends.
    /// The default is 16,384.
    public var trailerSection = 16_384
    /// The maximum number of informational responses before the final response. The default is 64.
    public var informationalCount = 64
    /// The maximum number of empty lines that the reader skips before a start line.
    /// The default is 8.
    public var leadingEmptyLines = 8

    /// Creates the default limits for message parts.
    public init() {}
  }

  /// The name of a message size limit in errors.
  public enum LimitName: String, Sendable, Hashable {
    case startLine, fieldLine, headSection, fieldCount, chunkLine, chunkExtensions
    case trailerSection, informationalCount, leadingEmptyLines
  }
}
