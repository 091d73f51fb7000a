extension HTTP {
  /// The value of a header or trailer field, which is a sequence of bytes and usually text.
  ///
  /// A field value can contain any bytes, but the message writer rejects bytes that could end the
  /// field line. The session sends a sensitive value like any other value, but descriptions, dumps
  /// and mirrors omit it. A comparison of two field values ignores the sensitivity.
  ///
  /// RFC 9110 section 5.5.
  public struct FieldValue: Sendable {
    /// The bytes of the field value.
    public let bytes: [UInt8]
    /// A Boolean value that indicates whether descriptions omit the field value.
    public let isSensitive: Bool

    /// Creates a field value from bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the value; the writer rejects control characters other than a tab.
    ///   - isSensitive: A Boolean value that indicates whether the value is a secret, which
    ///     descriptions hide.
    public init(bytes: [UInt8], isSensitive: Bool = false) {
      self.bytes = bytes
      self.isSensitive = isSensitive
    }

    /// Creates a field value from the UTF-8 bytes of a text.
    ///
    /// - Parameter text: The text of the value; the writer rejects control characters other than a
    ///   tab.
    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// Creates a field value from the decimal digits of a number.
    package init(decimal number: Int64) {
      var digits: [UInt8] = []
      digits.append(decimal: number)
      self.init(bytes: digits)
    }

    /// The field value as text. Bytes that are not valid UTF-8 become replacement characters.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
  }
}

extension HTTP.FieldValue: Hashable, ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(text) }

  public static func == (left: HTTP.FieldValue, right: HTTP.FieldValue) -> Bool {
    left.bytes == right.bytes
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension HTTP.FieldValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int64) { self.init(decimal: number) }
}

extension HTTP.FieldValue {
  /// Returns whether the bytes of the field value equal the UTF-8 bytes of a string.
  public static func == (value: HTTP.FieldValue, text: String) -> Bool {
    value.bytes.elementsEqual(text.utf8)
  }

  /// Returns whether the bytes of the field value equal the UTF-8 bytes of a string.
  public static func == (text: String, value: HTTP.FieldValue) -> Bool { value == text }
}

extension String {
  /// Creates a string from a field value. Bytes that are not valid UTF-8 become replacement
  /// characters.
  ///
  /// If the field value is sensitive, the string contains the secret in plain text.
  ///
  /// - Parameter value: The field value, which may be sensitive.
  public init(_ value: HTTP.FieldValue) { self = value.text }
}

extension HTTP.FieldValue: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text of the field value with escaped control characters, or a placeholder if the value is
  /// sensitive.
  public var description: String { isSensitive ? Self.placeholder : ForeignText.escaped(bytes) }

  public var debugDescription: String { description }

  /// An empty mirror, because the description of the field value contains all information that may
  /// be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  /// The placeholder for a sensitive field value in descriptions.
  static let placeholder = "<sensitive>"
}

extension [UInt8] {
  /// Appends the decimal digits of a number, after a minus sign if the number is negative.
  package mutating func append(decimal number: Int64) {
    if number < 0 { append(0x2d) }
    let magnitude = number.magnitude
    var place: UInt64 = 1
    while magnitude / place > 9 { place *= 10 }
    while place > 0 {
      append(0x30 &+ UInt8(truncatingIfNeeded: magnitude / place % 10))
      place /= 10
    }
  }
}
