/// Finds the fault in a field line: the first byte, in the order of arrival, that no continuation
/// could correct.
///
/// The fast reader and the search for a line's end only notice that there is a fault. Here it is
/// named, once and in one order, so that the error is the same for any pieces of the bytes.
struct FieldFault {
  let rules: FieldSection.Rules
  let limits: HTTP.Limits
  let lineStart: Int
  let sectionStart: Int

  /// The fault among bytes that are known to have one.
  func find(in bytes: Span<UInt8>, isOneTooMany: Bool) -> HTTP.ParseError {
    // A lone LF is not a line, so it cannot exceed the number of lines.
    if lineStart < bytes.count, bytes[lineStart] == 0x0a {
      return .strayLineEnd(rules.part, at: place(lineStart))
    }
    let isEnd = lineStart < bytes.count && bytes[lineStart] == 0x0d
    if isOneTooMany, !isEnd {
      return .limitExceeded(.fieldCount, limit: limits.fieldCount, at: place(lineStart))
    }
    if isEnd { return .strayLineEnd(rules.part, at: place(lineStart)) }
    var at = lineStart
    var isInName = true
    while at < bytes.count {
      let byte = bytes[at]
      if byte != 0x0d, let exceeded = limitExceeded(at) { return exceeded }
      if isInName {
        if byte == 0x3a, at > lineStart {
          isInName = false
        } else if !HTTP.tokenBytes.contains(byte) {
          return misplacedInName(bytes, at)
        }
      } else if byte == 0x0d {
        if let fault = lineEndFault(in: bytes, at) { return fault }
        at += 2
        continue
      } else if byte < 0x20 && byte != 0x09 || byte == 0x7f {
        return byte == 0x0a
          ? .strayLineEnd(rules.part, at: place(at))
          : .invalidByte(byte, .fieldValue, at: place(at))
      }
      at += 1
    }
    // Not reached: the caller has seen a fault. A wrong answer would be better than a trap.
    return .strayLineEnd(rules.part, at: place(bytes.count))
  }

  /// The fault of a CR: the byte after it, or the fold that it begins.
  private func lineEndFault(in bytes: Span<UInt8>, _ at: Int) -> HTTP.ParseError? {
    guard at + 1 < bytes.count else { return nil }
    guard bytes[at + 1] == 0x0a else { return .strayLineEnd(rules.part, at: place(at)) }
    guard at + 2 < bytes.count else { return nil }
    // The line has ended: a lone LF after it is not part of it, and exceeds none of its limits.
    guard bytes[at + 2] != 0x0a else { return .strayLineEnd(rules.part, at: place(at + 2)) }
    return HTTP.isSpace(bytes[at + 2]) && !rules.allowsFolds ? .obsoleteFold(at: place(at)) : nil
  }

  private func misplacedInName(_ bytes: Span<UInt8>, _ at: Int) -> HTTP.ParseError {
    let byte = bytes[at]
    if at == lineStart, HTTP.isSpace(byte) {
      return .leadingWhitespace(rules.part, at: place(at))
    }
    // A line may end before its colon; any other line end is a stray one.
    let isLineEnd = byte == 0x0d && at + 1 < bytes.count && bytes[at + 1] == 0x0a
    return byte == 0x0a || byte == 0x0d && !isLineEnd
      ? .strayLineEnd(rules.part, at: place(at)) : .invalidByte(byte, .fieldName, at: place(at))
  }

  /// The limit that a byte of the line is beyond; in the section, its line end must fit as well.
  private func limitExceeded(_ at: Int) -> HTTP.ParseError? {
    if at - lineStart >= limits.fieldLine {
      return .limitExceeded(.fieldLine, limit: limits.fieldLine, at: place(lineStart))
    }
    if at + 3 - sectionStart > rules.sizeLimit {
      return .limitExceeded(rules.sizeLimitName, limit: rules.sizeLimit, at: place(lineStart))
    }
    return nil
  }

  private func place(_ at: Int) -> Int { rules.base + at }
}
