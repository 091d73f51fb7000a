import ApusBytes
import ApusHTTP
import ApusSerialization

/// The printable form of request content, in which placeholders replace secret values.
enum MaskedContent {
  /// The maximum number of bytes of request content that the tool prints.
  static let byteLimit = 1 << 20

  /// Returns the text of the request content without secrets, or `nil` if the content is not text
  /// or is too long.
  static func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= byteLimit, !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    if let value = try? JSON.Value(parsing: bytes), value.object != nil || value.array != nil {
      return (try? masked(value).text()) ?? nil
    }
    // A URL-encoded form has the syntax of a query.
    return String(Redaction.queries(in: "?\(text)").dropFirst())
  }

  /// Returns a JSON value without its secrets. The parser has limited the nesting depth of the
  /// value.
  private static func masked(_ value: JSON.Value) -> JSON.Value {
    if let elements = value.array { return .array(elements.map(masked)) }
    guard let object = value.object else { return value }
    return .object(
      JSON.Object(
        object.map { key, value in
          let isSecret = Redaction.isSecret(Array(key.utf8)[...])
          let isLeaf = value.object == nil && value.array == nil && !value.isNull
          return (key, isSecret && isLeaf ? .string(Redaction.placeholder) : masked(value))
        }))
  }
}
