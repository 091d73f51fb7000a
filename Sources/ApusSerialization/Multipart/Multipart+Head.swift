internal import ApusBytes
public import ApusHTTP

extension Multipart {
  /// The header of a part of a multipart body.
  public struct Head: Sendable, Hashable {
    /// The header fields of the multipart body's part.
    public let fields: HTTP.Fields
    /// The name of the form field in the part. The value is `nil` if the part has no name.
    public let name: String?
    /// The file name that the sender proposes, without security checks. Use `HTTP.FileName` to
    /// check the file name.
    public let fileName: String?

    /// The media type of the part's content, if the part has a valid `Content-Type`.
    public var mediaType: HTTP.MediaType? {
      guard let value = fields[.contentType] else { return nil }
      return try? HTTP.MediaType(value.bytes.span)
    }

    /// The byte range in the `Content-Range` field of the part, and the total length of the
    /// representation.
    ///
    ///     Content-Range = "bytes" SP first-pos "-" last-pos "/" ( complete-length / "*" )
    ///
    /// RFC 9110 section 14.4.
    public var contentRange: (range: Range<Int>, total: Int?)? {
      guard let value = fields[.contentRange] else { return nil }
      return Self.contentRange(value.bytes.span)
    }

    /// Parses the header fields of a part and the empty line after the fields.
    ///
    ///     field = field-name ":" OWS field-value OWS CRLF
    ///
    /// RFC 2046 section 5.1, RFC 9112 section 5.
    init(
      parsing bytes: Span<UInt8>, part: Int, _ limits: Multipart.Reader.Limits
    ) throws(Multipart.Failure) {
      var fields = HTTP.Fields()
      var at = Cursor(0..<(bytes.count - 2))
      while !at.isAtEnd {
        guard fields.count < limits.fieldCount else {
          throw .tooManyFields(limit: limits.fieldCount)
        }
        let name = at.readWhile(in: bytes) { HTTP.Token.bytes.contains($0) }
        guard !name.isEmpty, at.skip(0x3a, in: bytes) else { throw .malformedField(part: part) }
        at.skipWhitespace(in: bytes)
        let value = at.readWhile(in: bytes) { HTTP.QuotedString.bytes.contains($0) }
        guard at.skip("\r\n", in: bytes) else { throw .malformedField(part: part) }
        fields.append(
          HTTP.FieldName(String(decoding: bytes.extracting(name).copy(), as: UTF8.self)),
          HTTP.FieldValue(bytes: Self.trimmed(bytes.extracting(value))))
      }
      self.fields = fields
      let disposition = fields.values(of: .contentDisposition)
      guard disposition.count < 2 else { throw .malformedField(part: part) }
      (name, fileName) = try Self.names(in: disposition.first?.bytes ?? [], part: part)
    }

    private static func trimmed(_ value: Span<UInt8>) -> [UInt8] {
      var count = value.count
      while count > 0, value[count - 1] == 0x20 || value[count - 1] == 0x09 { count -= 1 }
      return value.extracting(0..<count).copy()
    }

    /// Parses the field name and the file name in a `Content-Disposition` value from a browser. A
    /// backslash in a quoted string is literal unless a quotation mark follows.
    ///
    ///     disposition = token *( OWS ";" OWS token "=" ( token / DQUOTE *OCTET DQUOTE ) )
    ///
    /// RFC 7578 section 4.2.
    private static func names(
      in value: [UInt8], part: Int
    ) throws(Multipart.Failure) -> (name: String?, fileName: String?) {
      let bytes = value.span
      var at = Cursor(0..<bytes.count)
      _ = at.readWhile(in: bytes) { HTTP.Token.bytes.contains($0) }
      var names: (name: String?, fileName: String?)
      while true {
        at.skipWhitespace(in: bytes)
        guard !at.isAtEnd else { return names }
        guard at.skip(0x3b, in: bytes) else { throw .malformedField(part: part) }
        at.skipWhitespace(in: bytes)
        guard !at.isAtEnd else { return names }
        let key = at.readWhile(in: bytes) { HTTP.Token.bytes.contains($0) }
        guard !key.isEmpty, at.skip(0x3d, in: bytes) else { throw .malformedField(part: part) }
        guard let text = readText(&at, in: bytes) else { throw .malformedField(part: part) }
        if ASCII.equalsIgnoringCase(bytes.extracting(key), "name") {
          guard names.name == nil else { throw .malformedField(part: part) }
          names.name = text
        } else if ASCII.equalsIgnoringCase(bytes.extracting(key), "filename") {
          guard names.fileName == nil else { throw .malformedField(part: part) }
          names.fileName = text
        }
      }
    }

    /// Reads a token or a quoted string, and decodes it as UTF-8 or otherwise as ISO-8859-1. The
    /// result is `nil` if neither follows. RFC 7578 section 5.1.
    private static func readText(_ at: inout Cursor, in bytes: Span<UInt8>) -> String? {
      var text: [UInt8] = []
      guard at.skip(0x22, in: bytes) else {
        let token = at.readWhile(in: bytes) { HTTP.Token.bytes.contains($0) }
        return token.isEmpty ? nil : TextCharset.utf8.decode(bytes.extracting(token))
      }
      while let byte = at.peek(in: bytes) {
        at.position += 1
        if byte == 0x22 {
          return String(validating: text, as: UTF8.self) ?? TextCharset.latin1.decode(text.span)
        }
        if byte == 0x5c, at.skip(0x22, in: bytes) {
          text.append(0x22)
        } else {
          text.append(byte)
        }
      }
      return nil
    }

    private static func contentRange(_ value: Span<UInt8>) -> (Range<Int>, Int?)? {
      var at = Cursor(0..<value.count)
      guard at.skip("bytes ", in: value), let first = number(&at, in: value),
        at.skip(0x2d, in: value), let last = number(&at, in: value), first <= last,
        at.skip(0x2f, in: value)
      else { return nil }
      if at.skip(0x2a, in: value) { return at.isAtEnd ? (first..<(last + 1), nil) : nil }
      guard let total = number(&at, in: value), at.isAtEnd, last < total else { return nil }
      return (first..<(last + 1), total)
    }

    /// Reads a number with at most eighteen digits, to which 1 can be added without overflow.
    private static func number(_ at: inout Cursor, in value: Span<UInt8>) -> Int? {
      let start = at.position
      let digits = at.readWhile(in: value) { $0 &- 0x30 < 10 }
      guard !digits.isEmpty, digits.count <= 18 else { return nil }
      at.position = start
      return at.readDigits(digits.count, in: value)
    }
  }
}
