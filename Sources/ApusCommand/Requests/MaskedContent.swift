import ApusBytes
import ApusHTTP
import ApusSerialization

/// Content of a request as it may be shown: the values of secret names are left out.
enum MaskedContent {
  /// The most bytes that are shown.
  static let byteLimit = 1 << 20

  /// Returns the text; nil for content that is not text, or too long.
  static func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= byteLimit, !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    if let value = try? JSON.Value(parsing: bytes), value.object != nil || value.array != nil {
      return (try? masked(value).text()) ?? nil
    }
    // A form has the syntax of a query.
    return String(Redaction.queries(in: "?\(text)").dropFirst())
  }

  /// The parser bounds the depth.
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
