extension HTTP.PercentEncoding {
  /// Reads the component of a URL in a range, and percent-encodes bytes that the component's
  /// grammar does not allow.
  ///
  /// Percent-encoded triplets remain unchanged, including their letter case, because a server may
  /// have signed them. Bytes that are forbidden in every component were rejected before.
  ///
  /// RFC 3986 section 2.4.
  func repair(_ range: Range<Int>, of bytes: Span<UInt8>) throws(HTTP.InvalidURL) -> String {
    var at = Cursor(range)
    _ = at.readWhile(in: bytes) { kept.contains($0) }
    // Nearly every component contains only allowed bytes, so the function copies the component as a
    // whole.
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

  /// Checks that the text contains no byte that is forbidden everywhere in a URL.
  static func refuseForbidden(in bytes: Span<UInt8>) throws(HTTP.InvalidURL) {
    let forbidden = forbidden
    for index in bytes.indices where forbidden.contains(bytes[index]) {
      throw .forbiddenByte(at: index, byte: bytes[index])
    }
  }

  /// The forbidden bytes: control characters, the space and the backslash. Some of them end lines,
  /// and parsers disagree about all of them.
  private static let forbidden = ByteSet(0x00...0x20).union(ByteSet("\u{7f}\\"))
}
