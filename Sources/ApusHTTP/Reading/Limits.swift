extension HTTP {
  /// How much of each part of a message is accepted before it is refused by name.
  public struct Limits: Sendable, Hashable, Codable {
    /// Bytes of a request line or status line, without its line end.
    public var startLine = 8_192
    /// Bytes of one field line, with the lines it is folded over and without its line end.
    public var fieldLine = 16_384
    /// Bytes of all field lines of a head, with their line ends.
    public var headSection = 65_536
    /// How many field lines a head, or a trailer section, may have.
    public var fieldCount = 256
    /// Bytes of one chunk's size with its extensions, without the line end.
    public var chunkLine = 4_096
    /// Bytes of the extensions of all chunks of a body, each from its first white space or `;` on.
    public var chunkExtensions = 16_384
    /// Bytes of all field lines of a trailer section, with their line ends.
    public var trailerSection = 16_384
    /// How many informational responses may come before the final one.
    public var informationalCount = 64
    /// How many empty lines before a start line are passed over.
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
