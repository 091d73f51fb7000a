extension HTTP.PercentEncoding {
  /// Reads a component of a URL that fills a range, and spells it within its grammar.
  ///
  /// Triplets are kept unchanged, with their case, because a server may have signed them. Bytes
  /// that are forbidden everywhere have been rejected before.
  ///
  /// RFC 3986 section 2.4.
  func repair(_ range: Range<Int>, of bytes: Span<UInt8>) throws(HTTP.InvalidURL) -> String {
    var at = Cursor(range)
    _ = at.readWhile(in: bytes) { kept.contains($0) }
    // Nearly every component is within its grammar, and then is copied as a whole.
    if at.isAtEnd, let whole = try? UTF8Span(validating: bytes.extracting(range)) {
      return String(copying: whole)
    }
    at = Cursor(range)
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    while let byte = at.peek(in: bytes) {
      let start = at.position
      if Self.readTriplet(from: &at, in: bytes) != nil {
        for index in start..<at.position { text.append(bytes[index]) }
      } else {
        guard byte != 0x25 else { throw .malformedPercentEncoding(at: start) }
        append(byte, to: &text)
        at.position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Checks that no byte is one that a URL has nowhere.
  static func refuseForbidden(in bytes: Span<UInt8>) throws(HTTP.InvalidURL) {
    let forbidden = forbidden
    for index in bytes.indices where forbidden.contains(bytes[index]) {
      throw .forbiddenByte(at: index, byte: bytes[index])
    }
  }

  /// Controls, the space and the backslash: lines end in some, and parsers disagree about all.
  private static let forbidden = ByteSet(0x00...0x20).union(ByteSet("\u{7f}\\"))
}
