/// A search for the first invalid byte of a field line that is known to be invalid.
///
/// The field section reader detects an invalid field line but not the position of the error. This
/// search finds the error from the start of the field line, so the error does not depend on the
/// network packets.
struct FieldFault {
  let rules: FieldSection.Rules
  let limits: HTTP.Limits
  let lineStart: Int
  let sectionStart: Int

  /// Returns the parse error for received bytes that contain an invalid field line.
  func find(in bytes: Span<UInt8>, isOneTooMany: Bool) -> HTTP.ParseError {
    // A line feed without a carriage return is not a field line, so the limit on the number of
    // field lines does not apply.
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
    // The caller has already detected an invalid field line, so this statement should be
    // unreachable. An inaccurate error is better than a crash.
    return .strayLineEnd(rules.part, at: place(bytes.count))
  }

  /// Returns the parse error for a carriage return that an invalid byte or a line fold follows.
  private func lineEndFault(in bytes: Span<UInt8>, _ at: Int) -> HTTP.ParseError? {
    guard at + 1 < bytes.count else { return nil }
    guard bytes[at + 1] == 0x0a else { return .strayLineEnd(rules.part, at: place(at)) }
    guard at + 2 < bytes.count else { return nil }
    // A line feed after the end of a field line is not part of the field line, so the line's size
    // limit does not apply.
    guard bytes[at + 2] != 0x0a else { return .strayLineEnd(rules.part, at: place(at + 2)) }
    return HTTP.isSpace(bytes[at + 2]) && !rules.allowsFolds ? .obsoleteFold(at: place(at)) : nil
  }

  private func misplacedInName(_ bytes: Span<UInt8>, _ at: Int) -> HTTP.ParseError {
    let byte = bytes[at]
    if at == lineStart, HTTP.isSpace(byte) {
      return .leadingWhitespace(rules.part, at: place(at))
    }
    // A CRLF before the colon is an invalid byte of the field line. A carriage return or line feed
    // outside CRLF is a stray line end.
    let isLineEnd = byte == 0x0d && at + 1 < bytes.count && bytes[at + 1] == 0x0a
    return byte == 0x0a || byte == 0x0d && !isLineEnd
      ? .strayLineEnd(rules.part, at: place(at)) : .invalidByte(byte, .fieldName, at: place(at))
  }

  /// Returns an error if a byte of the field line exceeds a size limit. The size limit of the field
  /// section includes the line end.
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
