public import ApusBytes

extension HTTP {
  /// The rules for tokens, which are words such as `gzip` in the grammar of HTTP.
  ///
  ///     token = 1*tchar
  ///
  /// RFC 9110 section 5.6.2.
  public enum Token {
    /// The bytes that are allowed in a token.
    public static let bytes = tokenBytes

    /// Returns whether the bytes form exactly one token.
    ///
    /// - Parameter text: The bytes to check; an empty text is not a token.
    public static func isToken(_ text: Span<UInt8>) -> Bool {
      !text.isEmpty && endOfToken(text, from: 0, to: text.count) == text.count
    }

    /// Returns whether the text is exactly one token.
    ///
    /// - Parameter text: The text to check; an empty text is not a token.
    public static func isToken(_ text: String) -> Bool { isToken(Array(text.utf8).span) }

    /// Checks that the text is a single token, and returns the token with the letters `A` to `Z` in
    /// lower case.
    static func lowercased(_ text: String) throws(InvalidValue) -> String {
      let octets = Array(text.utf8)
      let bytes = octets.span
      var cursor = Cursor(0..<bytes.count)
      let token = try cursor.readToken(in: bytes)
      try cursor.expectEnd(in: bytes)
      return bytes.lowercasedText(token)
    }
  }
}

extension Cursor {
  /// Skips any spaces and tabs at the cursor.
  ///
  ///     OWS = *( SP / HTAB )
  ///
  /// RFC 9110 section 5.6.3.
  ///
  /// - Parameter bytes: The text that the cursor reads.
  public mutating func skipWhitespace(in bytes: Span<UInt8>) {
    while position < end, HTTP.isSpace(bytes[position]) { position &+= 1 }
  }

  /// Reads a token, which has at least one byte.
  ///
  ///     token = 1*tchar
  ///
  /// RFC 9110 section 5.6.2.
  ///
  /// - Parameter bytes: The text that the cursor reads.
  public mutating func readToken(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> Range<Int> {
    let start = position
    position = HTTP.endOfToken(bytes, from: start, to: end)
    guard position > start else { throw unexpected(in: bytes) }
    return start..<position
  }

  /// Skips a required byte at the cursor, and throws an error if the next byte is different.
  ///
  /// - Parameters:
  ///   - byte: The byte that must follow at the cursor.
  ///   - bytes: The text that the cursor reads.
  public mutating func expect(_ byte: UInt8, in bytes: Span<UInt8>) throws(HTTP.InvalidValue) {
    guard skip(byte, in: bytes) else { throw unexpected(in: bytes) }
  }

  /// Checks that the cursor has reached the end of the text, and throws an error otherwise.
  ///
  /// - Parameter bytes: The text that the cursor reads.
  public func expectEnd(in bytes: Span<UInt8>) throws(HTTP.InvalidValue) {
    guard isAtEnd else { throw unexpected(in: bytes) }
  }

  /// Returns the error for an unexpected byte, or an unexpected end, at the cursor.
  func unexpected(in bytes: Span<UInt8>) -> HTTP.InvalidValue {
    guard let byte = peek(in: bytes) else { return .unexpectedEnd(at: position) }
    return .unexpectedByte(byte, at: position)
  }
}

extension Span<UInt8> {
  /// Returns the text of a range of ASCII bytes.
  func text(_ range: Range<Int>) -> String {
    String(decoding: extracting(range).copy(), as: UTF8.self)
  }

  /// Returns the text of a range of ASCII bytes with the letters `A` to `Z` in lower case.
  func lowercasedText(_ range: Range<Int>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    for index in range { text.append(ASCII.lowercased(self[index])) }
    return String(decoding: text, as: UTF8.self)
  }
}
