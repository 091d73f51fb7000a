public import ApusBytes

extension HTTP {
  /// One `name=value` of a field.
  ///
  /// The name is lower case, the value is kept byte for byte without its quotes, and quotation
  /// makes no difference.
  public struct Parameter: Hashable, Sendable {
    /// The name, a token in lower case.
    public let name: String
    /// The decoded bytes of the value.
    public let bytes: [UInt8]

    /// The value as text: UTF-8 if it is that, else ISO-8859-1.
    public var value: String { String(fieldBytes: bytes) }

    /// Creates a parameter whose name is a token and whose value has no control characters.
    ///
    /// - Parameters:
    ///   - name: The name: a token, whose letter case does not count.
    ///   - value: The text of the value, which is quoted if necessary.
    public init(_ name: String, _ value: String) throws(InvalidValue) {
      let bytes = Array(value.utf8)
      for index in bytes.indices where !QuotedString.bytes.contains(bytes[index]) {
        throw .unexpectedByte(bytes[index], at: index)
      }
      self.init(name: try Token.lowercased(name), bytes: bytes)
    }

    /// A parameter whose name and value are known to be fit.
    package init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }

    /// Writes `name=value`, with quotes if the value is not a token.
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
  /// Reads the next parameter and the range of its value, or nil at the end.
  ///
  ///     parameters      = *( OWS ";" OWS [ parameter ] )
  ///     parameter       = parameter-name "=" parameter-value
  ///     parameter-name  = token
  ///     parameter-value = ( token / quoted-string )
  ///
  /// RFC 9110 section 5.6.6.
  ///
  /// - Parameter bytes: The value of the field that the cursor is in.
  public mutating func readParameter(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> (parameter: HTTP.Parameter, value: Range<Int>)? {
    try readParameter(in: bytes, withLooseValues: [])
  }

  /// Reads the next parameter, whose value may contain spaces and separators without quotes if it
  /// has one of the names.
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
  /// Reads a value up to the next semicolon, as senders write it that forget the quotes.
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
  /// Text from a field: UTF-8 if it is that, else ISO-8859-1, in which every byte is a character.
  ///
  /// RFC 9110 section 5.5 leaves bytes outside ASCII to the recipient; senders of today use UTF-8,
  /// old ones used ISO-8859-1, and few texts of the second kind look like the first.
  init(fieldBytes bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self) {
      self = text
    } else {
      self.init(latin1: bytes)
    }
  }

  /// Text in ISO-8859-1, whose bytes are the first 256 code points.
  init(latin1 bytes: [UInt8]) {
    self.init(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
  }
}
