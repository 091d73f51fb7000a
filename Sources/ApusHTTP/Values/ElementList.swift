internal import ApusBytes

extension HTTP {
  /// A parser for field values that are comma-separated lists.
  ///
  ///     #element => [ element ] *( OWS "," OWS [ element ] )
  ///
  /// A comma inside a quoted string is not a separator, and empty list elements are ignored.
  ///
  /// RFC 9110 section 5.6.1.
  public enum ElementList {
    /// The default maximum number of elements in a list.
    public static let defaultLimit = 256

    /// Returns the byte ranges of the list elements without surrounding white space.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the field value without surrounding white space.
    ///   - limit: The maximum number of list elements; more elements are an error.
    public static func ranges(
      in bytes: Span<UInt8>, limit: Int = defaultLimit
    ) throws(InvalidValue) -> [Range<Int>] {
      var elements: [Range<Int>] = []
      var cursor = Cursor(0..<bytes.count)
      while !cursor.isAtEnd {
        cursor.skipWhitespace(in: bytes)
        let element = try cursor.readElement(in: bytes)
        _ = cursor.skip(0x2c, in: bytes)
        guard !element.isEmpty else { continue }
        guard elements.count < limit else { throw .tooManyElements(limit: limit) }
        elements.append(element)
      }
      return elements
    }

    /// Returns the byte ranges of the elements of a list of tokens.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the field value without surrounding white space.
    ///   - limit: The maximum number of list elements; more elements are an error.
    public static func tokens(
      in bytes: Span<UInt8>, limit: Int = defaultLimit
    ) throws(InvalidValue) -> [Range<Int>] {
      let elements = try ranges(in: bytes, limit: limit)
      for element in elements {
        var cursor = Cursor(element)
        _ = try cursor.readToken(in: bytes)
        try cursor.expectEnd(in: bytes)
      }
      return elements
    }

    /// Returns the list elements as separate strings.
    ///
    /// - Parameters:
    ///   - text: The text of the field value without surrounding white space.
    ///   - limit: The maximum number of list elements; more elements are an error.
    public static func elements(
      of text: String, limit: Int = defaultLimit
    ) throws(InvalidValue) -> [String] {
      let bytes = Array(text.utf8)
      return try ranges(in: bytes.span, limit: limit).map {
        String(decoding: bytes[$0], as: UTF8.self)
      }
    }
  }
}

extension Cursor {
  /// Reads a list element up to the next comma outside quoted strings, and returns its byte range
  /// without trailing white space.
  fileprivate mutating func readElement(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> Range<Int> {
    let start = position
    var last = position
    while let byte = peek(in: bytes), byte != 0x2c {
      if byte == HTTP.QuotedString.quote {
        try skipQuotedString(in: bytes)
      } else {
        position &+= 1
      }
      if !HTTP.isSpace(byte) { last = position }
    }
    return start..<last
  }

  /// Skips a quoted string without decoding its content.
  private mutating func skipQuotedString(in bytes: Span<UInt8>) throws(HTTP.InvalidValue) {
    let start = position
    position &+= 1
    while let byte = peek(in: bytes), byte != HTTP.QuotedString.quote {
      position = min(end, position &+ (byte == HTTP.QuotedString.backslash ? 2 : 1))
    }
    guard skip(HTTP.QuotedString.quote, in: bytes) else { throw .unclosedQuote(at: start) }
  }
}
