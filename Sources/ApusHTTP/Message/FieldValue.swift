extension HTTP {
  /// The value of a field: bytes, which are nearly always text.
  ///
  /// Any bytes can be held; the writer refuses what could end the line. A value marked as
  /// sensitive is sent like any other and shown in no description.
  ///
  /// RFC 9110 section 5.5.
  public struct FieldValue: Sendable, Hashable {
    /// The value's bytes.
    public let bytes: [UInt8]
    /// Whether descriptions leave the value out.
    public let isSensitive: Bool

    /// A value of those bytes.
    public init(bytes: [UInt8], isSensitive: Bool = false) {
      self.bytes = bytes
      self.isSensitive = isSensitive
    }

    /// A value of that text, as UTF-8.
    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// A value that is a secret: sent, and shown in no description.
    public static func sensitive(_ text: String) -> FieldValue {
      FieldValue(bytes: Array(text.utf8), isSensitive: true)
    }

    /// The value as text; bytes that are not UTF-8 become replacement characters.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
  }
}

extension HTTP.FieldValue: ExpressibleByStringLiteral, CustomStringConvertible,
  CustomDebugStringConvertible
{
  public init(stringLiteral text: String) { self.init(text) }

  /// The text, with controls escaped, or a placeholder for a secret.
  public var description: String { isSensitive ? "<sensitive>" : HTTP.escaped(bytes) }

  public var debugDescription: String { description }
}
