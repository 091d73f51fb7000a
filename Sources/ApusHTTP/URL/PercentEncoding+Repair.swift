extension HTTP.PercentEncoding {
  /// Returns a component of a URL, in which bytes that the grammar does not allow are
  /// percent-encoded.
  ///
  /// Percent-encoded bytes, such as `%2f`, remain unchanged, because a server may have signed the
  /// URL. The caller has already rejected bytes that are forbidden everywhere in a URL.
  ///
  /// RFC 3986 section 2.4.
  func repair(_ range: Range<Int>, of bytes: Span<UInt8>) throws(HTTP.InvalidURL) -> String {
    var at = Cursor(range)
    _ = at.readWhile(in: bytes) { kept.contains($0) }
    // Nearly every URL component contains only allowed bytes and can be copied as a whole.
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

  /// Checks that a URL contains no control character, space or backslash.
  static func refuseForbidden(in bytes: Span<UInt8>) throws(HTTP.InvalidURL) {
    let forbidden = forbidden
    for index in bytes.indices where forbidden.contains(bytes[index]) {
      throw .forbiddenByte(at: index, byte: bytes[index])
    }
  }

  /// The bytes that are forbidden everywhere in a URL: control characters, the space and the
  /// backslash. Different parsers interpret these bytes differently.
  private static let forbidden = ByteSet(0x00...0x20).union(ByteSet("\u{7f}\\"))
}
