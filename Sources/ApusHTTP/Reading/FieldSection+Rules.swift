extension FieldSection {
  /// What a section is part of, and what follows from that.
  struct Rules: Sendable {
    let part: HTTP.ParseError.Part
    let allowsFolds: Bool
    let sizeLimit: Int
    let sizeLimitName: HTTP.LimitName
    /// Where the bytes handed over lie in the message, for the offsets of errors.
    let base: Int

    /// The rules of a head.
    static func head(allowsFolds: Bool, _ limits: HTTP.Limits) -> Rules {
      Rules(
        part: .head, allowsFolds: allowsFolds,
        sizeLimit: min(max(limits.headSection, 0), FieldLine.offsetLimit),
        sizeLimitName: .headSection,
        base: 0)
    }

    /// The rules of a trailer section that begins at an offset of the message.
    static func trailers(at base: Int, allowsFolds: Bool, _ limits: HTTP.Limits) -> Rules {
      Rules(
        part: .trailer, allowsFolds: allowsFolds,
        sizeLimit: min(max(limits.trailerSection, 0), FieldLine.offsetLimit),
        sizeLimitName: .trailerSection, base: base)
    }

    /// Whether a line's content, of which the range is what has come, is over a limit of bytes.
    @inline(__always)
    func areExceeded(
      by line: Range<Int>, sectionStart: Int, _ limits: HTTP.Limits
    ) -> Bool {
      line.count > limits.fieldLine || line.upperBound &+ 2 &- sectionStart > sizeLimit
    }

    /// The first thing that is wrong with a line, of which the range holds no stray control.
    ///
    /// The range ends at a control, at the end of what has come, or at the line's end. What comes
    /// first in the line is reported, so that the error does not depend on how the bytes were cut.
    @inline(never)
    func fault(
      in line: Range<Int>, of bytes: Span<UInt8>, sectionStart: Int, _ limits: HTTP.Limits
    ) -> HTTP.ParseError {
      let start = line.lowerBound
      let nameEnd = HTTP.endOfToken(bytes, from: start, to: bytes.count)
      let name = start..<nameEnd
      let isOver = !line.isEmpty && areExceeded(by: line, sectionStart: sectionStart, limits)
      if nameEnd < bytes.count, name.isEmpty || bytes[nameEnd] != 0x3a,
        !(isOver && areExceeded(by: name, sectionStart: sectionStart, limits))
      {
        return misplaced(bytes, at: nameEnd, isFirst: name.isEmpty)
      }
      guard isOver else { return misplaced(bytes, inValueAt: line.upperBound) }
      // The line's room, and what is left of the section's: the smaller ran out first.
      let left = sizeLimit &- 2 &- (start &- sectionStart)
      return limits.fieldLine <= left
        ? .limitExceeded(.fieldLine, limit: limits.fieldLine, at: base &+ start)
        : .limitExceeded(sizeLimitName, limit: sizeLimit, at: base &+ start)
    }

    /// The error for the byte with which a name ended, when it is no colon or no name is before it.
    private func misplaced(
      _ bytes: Span<UInt8>, at: Int, isFirst: Bool
    ) -> HTTP.ParseError {
      let byte = bytes[at]
      if isFirst, HTTP.isSpace(byte) { return .leadingWhitespace(part, at: base &+ at) }
      // A line may end before its colon; any other line end is a stray one.
      let isStray = byte == 0x0a || byte == 0x0d && !isLineFeed(bytes, at: at &+ 1)
      return isStray
        ? .strayLineEnd(part, at: base &+ at) : .invalidByte(byte, .fieldName, at: base &+ at)
    }

    /// The error for a control in a value; a whole line end there is that of a fold.
    private func misplaced(_ bytes: Span<UInt8>, inValueAt at: Int) -> HTTP.ParseError {
      switch bytes[at] {
      case 0x0d where isLineFeed(bytes, at: at &+ 1): .obsoleteFold(at: base &+ at)
      case 0x0d, 0x0a: .strayLineEnd(part, at: base &+ at)
      default: .invalidByte(bytes[at], .fieldValue, at: base &+ at)
      }
    }

    private func isLineFeed(_ bytes: Span<UInt8>, at: Int) -> Bool {
      at < bytes.count && bytes[at] == 0x0a
    }
  }
}
