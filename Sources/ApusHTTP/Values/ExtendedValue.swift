public import ApusBytes

extension HTTP {
  /// The value of a parameter whose name ends in `*`, such as `filename*`. The value can contain
  /// any Unicode character.
  ///
  /// RFC 8187 section 3.2.1.
  public struct ExtendedValue: Sendable {
    /// The language tag of the text, such as `en`, which may be empty.
    public let language: String
    /// The decoded text of the parameter.
    public let text: String

    /// Creates an extended parameter value from a text, without a language tag.
    ///
    /// - Parameter text: The text, which can contain any characters.
    public init(_ text: String) {
      self.text = text
      language = ""
    }

    /// Parses an extended parameter value in the charset UTF-8 or ISO-8859-1.
    ///
    ///     ext-value     = charset "'" [ language ] "'" value-chars
    ///     charset       = "UTF-8" / mime-charset
    ///     value-chars   = *( pct-encoded / attr-char )
    ///     attr-char     = ALPHA / DIGIT / "!" / "#" / "$" / "&" / "+" / "-" / "."
    ///                   / "^" / "_" / "`" / "|" / "~"
    ///
    /// RFC 8187 section 3.2.1.
    ///
    /// - Parameter bytes: The bytes of the parameter value.
    public init(_ bytes: Span<UInt8>) throws(InvalidValue) {
      var cursor = Cursor(0..<bytes.count)
      let charset = cursor.readWhile(in: bytes) { Self.charsetBytes.contains($0) }
      try cursor.expect(0x27, in: bytes)
      let language = cursor.readWhile(in: bytes) { Self.languageBytes.contains($0) }
      try cursor.expect(0x27, in: bytes)
      let content = try cursor.readPercentEncoded(in: bytes)
      self.language = bytes.text(language)
      switch bytes.lowercasedText(charset) {
      case "utf-8":
        guard let text = String(validating: content, as: UTF8.self) else {
          throw .malformedUTF8
        }
        self.text = text
      case "iso-8859-1":
        text = String(latin1: content)
      case let name:
        throw .unsupportedCharset(name)
      }
    }

    /// Writes the extended parameter value in percent-encoded UTF-8. The characters of `attr-char`
    /// are not encoded.
    ///
    /// - Parameter writer: The writer that receives the bytes.
    public func write(to writer: inout ByteWriter) {
      writer.write("UTF-8'\(language)'")
      writer.write(PercentEncoding.extendedValue.encode(text))
    }

    /// The characters that are allowed in a charset name, as defined by the grammar rule
    /// `mime-charsetc`.
    private static let charsetBytes =
      ByteSet("!#$%&+-^_`{}~").union(.digits).union(.letters)
    private static let languageBytes = ByteSet("-").union(.digits).union(.letters)
  }
}

extension Cursor {
  /// Decodes the percent-encoded bytes of an extended parameter value.
  fileprivate mutating func readPercentEncoded(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> [UInt8] {
    var content: [UInt8] = []
    while let byte = peek(in: bytes) {
      if HTTP.PercentEncoding.extendedValue.kept.contains(byte) {
        content.append(byte)
        position += 1
      } else if let octet = HTTP.PercentEncoding.readTriplet(from: &self, in: bytes) {
        content.append(octet)
      } else {
        throw byte == 0x25 ? .malformedPercentEncoding(at: position) : unexpected(in: bytes)
      }
    }
    return content
  }
}
