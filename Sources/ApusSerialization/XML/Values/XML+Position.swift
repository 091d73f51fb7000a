extension XML {
  /// A place in a document: counted in bytes from its start, and as an editor shows it.
  ///
  /// Bytes are those of the document in UTF-8, whatever encoding it came in.
  public struct Position: Equatable, Sendable, CustomStringConvertible {
    /// The number of bytes before it.
    public internal(set) var offset = 0
    /// The line, from 1; lines end with LF.
    public internal(set) var line = 1
    private var lineStart = 0

    /// The start of a document.
    init() {}

    /// The byte in the line, from 1.
    public var column: Int { offset - lineStart + 1 }

    public var description: String { "line \(line), column \(column) (byte \(offset))" }

    /// Moves behind bytes that follow.
    mutating func advance(over bytes: Span<UInt8>) {
      for index in bytes.indices where bytes[index] == 0x0a {
        line &+= 1
        lineStart = offset &+ index &+ 1
      }
      offset &+= bytes.count
    }
  }
}
