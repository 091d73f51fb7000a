extension HTTP {
  /// The limits of each part of a message; each has an error of its own.
  public struct Limits: Sendable, Hashable, Codable {
    /// Bytes of a request line or status line, without its line end. The default is 8,192.
    public var startLine = 8_192
    /// Bytes of one field line, with the lines it is folded over and without its line end.
    /// The default is 16,384.
    public var fieldLine = 16_384
    /// Bytes of all field lines of a head, with their line ends. The default is 65,536.
    public var headSection = 65_536
    /// The number of field lines that a head, or a trailer section, may have. The default is 256.
    public var fieldCount = 256
    /// Bytes of one chunk's size with its extensions, without the line end. The default is 4,096.
    public var chunkLine = 4_096
    /// Bytes of the extensions of all chunks of a body, each from its first white space or `;` on.
    /// The default is 16,384.
    public var chunkExtensions = 16_384
    /// Bytes of all field lines of a trailer section, with their line ends. The default is 16,384.
    public var trailerSection = 16_384
    /// The number of informational responses before the final one. The default is 64.
    public var informationalCount = 64
    /// The number of empty lines that are skipped before a start line. The default is 8.
    public var leadingEmptyLines = 8

    /// Creates the default limits.
    public init() {}
  }

  /// The name of a limit, as errors state it.
  public enum LimitName: String, Sendable, Hashable {
    case startLine, fieldLine, headSection, fieldCount, chunkLine, chunkExtensions
    case trailerSection, informationalCount, leadingEmptyLines
  }
}
