public import ApusBytes

extension HTTP {
  /// A parser and writer of quoted strings. In a quoted string, a backslash escapes the next byte.
  ///
  ///     quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE
  ///     qdtext        = HTAB / SP / %x21 / %x23-5B / %x5D-7E / obs-text
  ///     quoted-pair   = "\" ( HTAB / SP / VCHAR / obs-text )
  ///     obs-text      = %x80-FF
  ///
  /// RFC 9110 section 5.6.4.
  public enum QuotedString {
    /// The bytes that a quoted string can contain: the tab and all bytes except control characters.
    public static let bytes = ByteSet("\t").union(ByteSet(0x20...0x7e)).union(ByteSet(0x80...0xff))

    /// Returns the unescaped content of a quoted string.
    ///
    /// - Parameter text: The quoted string with its quotation marks.
    public static func unescape(_ text: Span<UInt8>) throws(InvalidValue) -> [UInt8] {
      var cursor = Cursor(0..<text.count)
      let content = try cursor.readQuotedString(in: text)
      try cursor.expectEnd(in: text)
      return content
    }

    /// Returns the given content as a quoted string, with `"` and `\` escaped.
    ///
    /// - Parameter content: The content, which may contain no control character except a tab.
    public static func escape(_ content: Span<UInt8>) throws(InvalidValue) -> [UInt8] {
      for index in content.indices where !bytes.contains(content[index]) {
        throw .unexpectedByte(content[index], at: index)
      }
      var writer = ByteWriter(capacity: content.count + 2)
      write(content, to: &writer)
      return writer.bytes
    }

    /// Writes valid content as a quoted string, with `"` and `\` escaped.
    static func write(_ content: Span<UInt8>, to writer: inout ByteWriter) {
      writer.write(quote)
      for index in content.indices {
        if content[index] == quote || content[index] == backslash { writer.write(backslash) }
        writer.write(content[index])
      }
      writer.write(quote)
    }

    static let quote: UInt8 = 0x22
    static let backslash: UInt8 = 0x5c
  }
}

extension Cursor {
  /// Reads a quoted string and returns its unescaped content.
  ///
  /// RFC 9110 section 5.6.4.
  ///
  /// - Parameter bytes: The text that the cursor reads.
  public mutating func readQuotedString(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> [UInt8] {
    let start = position
    try expect(HTTP.QuotedString.quote, in: bytes)
    var content: [UInt8] = []
    while let byte = peek(in: bytes), byte != HTTP.QuotedString.quote {
      if byte == HTTP.QuotedString.backslash { position &+= 1 }
      guard let plain = peek(in: bytes) else { break }
      guard HTTP.QuotedString.bytes.contains(plain) else { throw unexpected(in: bytes) }
      content.append(plain)
      position &+= 1
    }
    guard skip(HTTP.QuotedString.quote, in: bytes) else { throw .unclosedQuote(at: start) }
    return content
  }
}
