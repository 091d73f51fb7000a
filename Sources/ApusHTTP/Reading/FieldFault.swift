/// A search for the fault in a field line: the first received byte that no following bytes could
/// make valid.
///
/// The fast reader and the search for a line end only detect that a line has a fault. The search
/// determines the exact error in a fixed order, so the error does not depend on the sizes of the
/// received pieces.
struct FieldFault {
  let rules: FieldSection.Rules
  let limits: HTTP.Limits
  let lineStart: Int
  let sectionStart: Int

  /// Returns the fault in bytes that are known to contain a fault.
  func find(in bytes: Span<UInt8>, isOneTooMany: Bool) -> HTTP.ParseError {
    // A lone line feed is not a field line, so it cannot exceed the limit on the number of lines.
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
    // The caller has already detected a fault, so this statement is unreachable. An inaccurate
    // error would be better than a trap.
    return .strayLineEnd(rules.part, at: place(bytes.count))
  }

  /// Returns the fault of a carriage return: an invalid byte after it, or the line fold that it
  /// begins.
  private func lineEndFault(in bytes: Span<UInt8>, _ at: Int) -> HTTP.ParseError? {
    guard at + 1 < bytes.count else { return nil }
    guard bytes[at + 1] == 0x0a else { return .strayLineEnd(rules.part, at: place(at)) }
    guard at + 2 < bytes.count else { return nil }
    // A lone line feed after the end of a line is not part of the line, so the limits of the line
    // do not apply to it.
    guard bytes[at + 2] != 0x0a else { return .strayLineEnd(rules.part, at: place(at + 2)) }
    return HTTP.isSpace(bytes[at + 2]) && !rules.allowsFolds ? .obsoleteFold(at: place(at)) : nil
  }

  private func misplacedInName(_ bytes: Span<UInt8>, _ at: Int) -> HTTP.ParseError {
    let byte = bytes[at]
    if at == lineStart, HTTP.isSpace(byte) {
      return .leadingWhitespace(rules.part, at: place(at))
    }
    // A line end before the colon makes a field line invalid. A carriage return or line feed that
    // is not part of CRLF is a stray line end.
    let isLineEnd = byte == 0x0d && at + 1 < bytes.count && bytes[at + 1] == 0x0a
    return byte == 0x0a || byte == 0x0d && !isLineEnd
      ? .strayLineEnd(rules.part, at: place(at)) : .invalidByte(byte, .fieldName, at: place(at))
  }

  /// Returns the limit that a byte of the field line exceeds. The line end must also fit into the
  /// limit of the field section.
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
