/// An incremental parser of message heads: optional empty lines, a start line, and a field section.
///
/// The passed bytes always begin with the first unconsumed byte. The parser consumes a message head
/// only when the head is complete, and parses each byte only once.
///
///     HTTP-message = start-line CRLF *( field-line CRLF ) CRLF [ message-body ]
///
/// RFC 9112 section 2.1.
struct HeadReader<Line: StartLine>: Sendable {
  private enum Stage { case emptyLines, startLine, fields }

  private var stage = Stage.emptyLines
  private var emptyLineCount = 0
  /// The offset of the start line, and the offset at which the search for the end of the start line
  /// continues.
  private var lineStart = 0
  private var searched = 0
  private(set) var line: Line?
  private(set) var section = FieldSection()
  private let rules: FieldSection.Rules

  init(allowsFolds: Bool, limits: HTTP.Limits) {
    rules = .head(allowsFolds: allowsFolds, limits)
  }

  /// Returns whether the parser has received only empty lines since the last message. In this case,
  /// the connection may end.
  func isBetweenMessages(_ byteCount: Int) -> Bool {
    stage == .emptyLines && byteCount == lineStart
  }

  /// Prepares the parser for the next message head.
  mutating func reset() {
    stage = .emptyLines
    emptyLineCount = 0
    lineStart = 0
    searched = 0
    line = nil
  }

  /// Parses received bytes of a message head and returns whether the head is complete. A complete
  /// head ends at `section.position`.
  mutating func read(
    _ bytes: Span<UInt8>, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> Bool {
    if stage == .emptyLines {
      guard try skipEmptyLines(bytes, limits) else { return false }
      stage = .startLine
    }
    if stage == .startLine {
      guard let end = try findLineEnd(bytes, limits) else { return false }
      line = try Line(from: bytes, in: lineStart..<end)
      section.reset(at: end &+ 2)
      stage = .fields
    }
    return try section.read(bytes, rules, limits)
  }

  /// Skips a limited number of empty lines before a start line. RFC 9112 section 2.2.
  @inline(__always)
  private mutating func skipEmptyLines(
    _ bytes: Span<UInt8>, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> Bool {
    while lineStart < bytes.count {
      guard bytes[lineStart] == 0x0d else {
        searched = lineStart
        return true
      }
      guard lineStart &+ 1 < bytes.count else { return false }
      guard bytes[lineStart &+ 1] == 0x0a else {
        throw .strayLineEnd(Line.part, at: lineStart)
      }
      guard emptyLineCount < limits.leadingEmptyLines else {
        throw .limitExceeded(
          .leadingEmptyLines, limit: limits.leadingEmptyLines, at: lineStart)
      }
      emptyLineCount += 1
      lineStart &+= 2
    }
    return false
  }

  @inline(__always)
  private mutating func findLineEnd(
    _ bytes: Span<UInt8>, _ limits: HTTP.Limits
  ) throws(HTTP.ParseError) -> Int? {
    searched = ByteScan.firstControl(in: bytes, from: searched, to: bytes.count)
    if searched &- lineStart > limits.startLine {
      throw .limitExceeded(.startLine, limit: limits.startLine, at: lineStart)
    }
    guard searched < bytes.count else { return nil }
    guard bytes[searched] == 0x0d else {
      if bytes[searched] == 0x0a { throw .strayLineEnd(Line.part, at: searched) }
      throw .invalidByte(bytes[searched], Line.part, at: searched)
    }
    guard searched &+ 1 < bytes.count else { return nil }
    guard bytes[searched &+ 1] == 0x0a else { throw .strayLineEnd(Line.part, at: searched) }
    return searched
  }
}
