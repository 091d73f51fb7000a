extension PEM {
  /// One line of a PEM text, as a range without the line ending.
  struct Line: Equatable {
    let number: Int
    let range: Range<Int>

    func error(_ problem: Problem) -> ASN1Error {
      .pem(problem, line: number, at: range.lowerBound)
    }

    /// Returns the PEM line without trailing white space, such as the carriage return of CRLF.
    func trimmed(in text: Span<UInt8>) -> Range<Int> {
      var end = range.upperBound
      while end > range.lowerBound, Line.isSpace(text[end - 1]) { end -= 1 }
      return range.lowerBound..<end
    }

    func isIndented(in text: Span<UInt8>) -> Bool {
      !range.isEmpty && Line.isSpace(text[range.lowerBound])
    }

    /// Returns a Boolean value that indicates whether the PEM line contains a colon. Base64 never
    /// contains a colon, and a label can have a colon after its hyphens.
    func isHeader(in text: Span<UInt8>) -> Bool {
      guard !range.isEmpty, text[range.lowerBound] != 0x2d else { return false }
      for index in range where text[index] == 0x3a { return true }
      return false
    }

    /// Returns a Boolean value that indicates whether the PEM line is the header of an encrypted
    /// section.
    ///
    ///     <proctype> ::= "Proc-Type" ":" "4" "," <pemtypes> CRLF
    ///
    /// RFC 1421 section 9.
    func isEncryption(in text: Span<UInt8>) -> Bool {
      var at = Cursor(trimmed(in: text))
      guard at.skip("Proc-Type:", in: text) else { return false }
      _ = at.readWhile(in: text) { Line.isSpace($0) }
      return at.skip("4,", in: text)
        && ASCII.equalsIgnoringCase(text.extracting(at.range), "ENCRYPTED")
    }

    static func isSpace(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0d
    }
  }

  /// An iterator over the lines of a PEM text. A line feed at the end of the last line is optional.
  struct Lines: Equatable {
    private(set) var position: Int
    private(set) var line: Int

    init(from position: Int, line: Int) {
      self.position = position
      self.line = line
    }

    mutating func next(in text: Span<UInt8>) -> Line? {
      if position == 0 { skipByteOrderMark(in: text) }
      guard position < text.count else { return nil }
      var end = position
      while end < text.count, text[end] != 0x0a { end &+= 1 }
      defer {
        position = min(end + 1, text.count)
        line += 1
      }
      return Line(number: line, range: position..<end)
    }

    /// Some editors write the byte order mark U+FEFF at the start of every text.
    private mutating func skipByteOrderMark(in text: Span<UInt8>) {
      var at = Cursor(text.indices)
      if at.skip("\u{FEFF}", in: text) { position = at.position }
    }
  }

  /// A line of a PEM text that begins or ends a section.
  enum Boundary {
    case begin(Label)
    case end(Label)

    /// Creates a section boundary from a line, or returns `nil` if the line is not a boundary.
    ///
    /// White space before a boundary is an error, and so is other text after a boundary. A scanner
    /// that ignored malformed boundaries would lose objects silently.
    init?(_ line: Line, in text: Span<UInt8>) throws(ASN1Error) {
      var at = Cursor(line.range)
      _ = at.readWhile(in: text) { Line.isSpace($0) }
      guard at.peek(in: text) == 0x2d else { return nil }
      let isIndented = at.position > line.range.lowerBound
      at = Cursor(at.position..<line.trimmed(in: text).upperBound)
      let isBegin = at.skip("-----BEGIN", in: text)
      guard isBegin || at.skip("-----END", in: text) else { return nil }
      guard at.skip(0x20, in: text) || at.isAtEnd else { return nil }
      let rest = text.extracting(at.range)
      guard !isIndented, rest.count >= 5, Boundary.isHyphens(rest.extracting(last: 5)),
        let label = Label(rest.extracting(droppingLast: 5))
      else { throw line.error(.malformedBoundary) }
      self = isBegin ? .begin(label) : .end(label)
    }

    private static func isHyphens(_ bytes: Span<UInt8>) -> Bool {
      for index in bytes.indices where bytes[index] != 0x2d { return false }
      return true
    }
  }
}
