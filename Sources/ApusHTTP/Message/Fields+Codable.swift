internal import ApusBytes

/// The fields are encoded in order, without the values that are marked as sensitive.
///
/// Decoding fails if a field name or field value is invalid in an HTTP message.
extension HTTP.Fields: Codable {
  /// The encoded form of a field. The field value is encoded as text, or as base64 if its bytes are
  /// not valid UTF-8.
  private struct Kept: Codable {
    var name: String
    var value: String?
    var bytes: String?
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for field in self where !field.value.isSensitive {
      let text = String(validating: field.value.bytes, as: UTF8.self)
      try container.encode(
        Kept(
          name: field.name.text, value: text,
          bytes: text == nil ? Base64.encode(field.value.bytes) : nil))
    }
  }

  public init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let kept = try container.decode(Kept.self)
      let bytes = try kept.bytes.map { try Base64.decode($0) } ?? Array((kept.value ?? "").utf8)
      guard HTTP.Token.isToken(kept.name),
        bytes.allSatisfy({ HTTP.QuotedString.bytes.contains($0) })
      else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription:
            "the encoded header field \(ForeignText.escaped(kept.name.utf8)) is not valid")
      }
      append(HTTP.FieldName(kept.name), HTTP.FieldValue(bytes: bytes))
    }
  }
}
