public import ApusBytes

extension HTTP {
  /// A parameter of a field value, such as `charset=utf-8`.
  ///
  /// The parameter name is converted to lower case. The parameter value contains no quotation
  /// marks, so a quoted value equals the same value without quotes.
  public struct Parameter: Hashable, Sendable {
    /// The parameter name, which is a token in lower case.
    public let name: String
    /// The decoded bytes of the parameter value.
    public let bytes: [UInt8]

    /// The decoded text of the parameter value. The bytes are decoded as UTF-8 if they are valid
    /// UTF-8, and otherwise as ISO-8859-1.
    public var value: String { String(fieldBytes: bytes) }

    /// Creates a parameter from a name and a value. The name must be a token, and the value must
    /// contain no control characters.
    ///
    /// - Parameters:
    ///   - name: The parameter name: a token without regard to letter case.
    ///   - value: The text of the parameter value, which is quoted if necessary.
    public init(_ name: String, _ value: String) throws(InvalidValue) {
      let bytes = Array(value.utf8)
      for index in bytes.indices where !QuotedString.bytes.contains(bytes[index]) {
        throw .unexpectedByte(bytes[index], at: index)
      }
      self.init(name: try Token.lowercased(name), bytes: bytes)
    }

    /// Creates a parameter from a valid lower-case name and valid value bytes.
    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    /// Writes the parameter as `name=value`. The value is quoted if it is not a token.
    func write(to writer: inout ByteWriter) {
      writer.write(name)
      writer.write(0x3d as UInt8)
      if Token.isToken(bytes.span) {
        writer.write(bytes)
      } else {
        QuotedString.write(bytes.span, to: &writer)
      }
    }
  }
}

extension Cursor {
  /// Reads the next parameter and returns it with the byte range of its value. The result is `nil`
  /// at the end of the field value.
  ///
  ///     parameters      = *( OWS ";" OWS [ parameter ] )
  ///     parameter       = parameter-name "=" parameter-value
  ///     parameter-name  = token
  ///     parameter-value = ( token / quoted-string )
  ///
  /// RFC 9110 section 5.6.6.
  ///
  /// - Parameter bytes: The bytes of the field value that the cursor reads.
  public mutating func readParameter(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> (parameter: HTTP.Parameter, value: Range<Int>)? {
    try readParameter(in: bytes, withLooseValues: [])
  }

  /// Reads the next parameter of a field value. For the given parameter names, an unquoted value
  /// may contain spaces and separators.
  mutating func readParameter(
    in bytes: Span<UInt8>, withLooseValues looseNames: [String]
  ) throws(HTTP.InvalidValue) -> (parameter: HTTP.Parameter, value: Range<Int>)? {
    skipWhitespace(in: bytes)
    while !isAtEnd {
      try expect(0x3b, in: bytes)
      skipWhitespace(in: bytes)
      guard let next = peek(in: bytes), next != 0x3b else { continue }
      let name = bytes.lowercasedText(try readToken(in: bytes))
      try expect(0x3d, in: bytes)
      let start = position
      let value =
        try looseNames.contains(name)
        ? readLooseValue(in: bytes) : readParameterValue(in: bytes)
      return (HTTP.Parameter(name: name, bytes: value), start..<position)
    }
    return nil
  }

  private mutating func readParameterValue(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> [UInt8] {
    if peek(in: bytes) == HTTP.QuotedString.quote { return try readQuotedString(in: bytes) }
    return bytes.extracting(try readToken(in: bytes)).copy()
  }
}

extension Cursor {
  /// Reads an unquoted parameter value up to the next semicolon, because some senders omit the
  /// quotes.
  ///
  ///     loose-value = 1*( HTAB / SP / VCHAR / obs-text ) ; neither DQUOTE nor ";"
  private mutating func readLooseValue(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> [UInt8] {
    if peek(in: bytes) == HTTP.QuotedString.quote { return try readQuotedString(in: bytes) }
    if let first = peek(in: bytes), first == 0x20 || first == 0x09 { throw unexpected(in: bytes) }
    let start = position
    var end = start
    while let byte = peek(in: bytes), byte != 0x3b {
      guard HTTP.QuotedString.bytes.contains(byte), byte != HTTP.QuotedString.quote else {
        throw .unexpectedByte(byte, at: position)
      }
      position += 1
      if byte != 0x20, byte != 0x09 { end = position }
    }
    guard end > start else { throw unexpected(in: bytes) }
    return bytes.extracting(start..<end).copy()
  }
}

extension String {
  /// Creates a string from the bytes of a field value. The bytes are decoded as UTF-8 if they are
  /// valid UTF-8, and otherwise as ISO-8859-1.
  ///
  /// RFC 9110 section 5.5 leaves the meaning of non-ASCII bytes to the recipient. Current senders
  /// use UTF-8, and old senders used ISO-8859-1. Few ISO-8859-1 texts are also valid UTF-8.
  init(fieldBytes bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      self.init(latin1: bytes)
    }
  }

  /// Creates a string from ISO-8859-1 bytes, each of which is a Unicode code point from 0 to 255.
  init(latin1 bytes: [UInt8]) {
    self.init(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
  }
}
