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
        sizeLimit: min(limits.headSection, FieldLine.offsetLimit), sizeLimitName: .headSection,
        base: 0)
    }

    /// The rules of a trailer section that begins at an offset of the message.
    static func trailers(at base: Int, _ limits: HTTP.Limits) -> Rules {
      Rules(
        part: .trailer, allowsFolds: true,
        sizeLimit: min(limits.trailerSection, FieldLine.offsetLimit),
        sizeLimitName: .trailerSection, base: base)
    }

    /// The error for a byte where a name should go on or its colon should be.
    @inline(never)
    func misplacedInName(_ byte: UInt8, at: Int, isFirst: Bool) -> HTTP.ParseError {
      if isFirst, HTTP.isSpace(byte) { return .leadingWhitespace(part, at: base &+ at) }
      return .invalidByte(byte, .fieldName, at: base &+ at)
    }

    /// The error for a byte where a value should go on or its line should end.
    @inline(never)
    func misplacedInValue(_ byte: UInt8, at: Int) -> HTTP.ParseError {
      if byte == 0x0d || byte == 0x0a { return .strayLineEnd(part, at: base &+ at) }
      return .invalidByte(byte, .fieldValue, at: base &+ at)
    }

    /// The error for a line that is over one of the limits, the narrowest first.
    @inline(never)
    func exceeded(line: Range<Int>, sectionStart: Int, _ limits: HTTP.Limits) -> HTTP.ParseError {
      let at = base &+ line.lowerBound
      if line.count > limits.fieldLine {
        return .limitExceeded(.fieldLine, limit: limits.fieldLine, at: at)
      }
      if line.upperBound &- sectionStart > sizeLimit {
        return .limitExceeded(sizeLimitName, limit: sizeLimit, at: at)
      }
      return .limitExceeded(.fieldCount, limit: limits.fieldCount, at: at)
    }
  }
}
