extension HTTP {
  /// The value of a field: bytes, which are nearly always text.
  ///
  /// Any bytes are allowed; the writer rejects bytes that could end the line. A value marked as
  /// sensitive is sent like any other, equals any other with the same bytes, and is shown in no
  /// description, dump or mirror.
  ///
  /// RFC 9110 section 5.5.
  public struct FieldValue: Sendable {
    /// The value's bytes.
    public let bytes: [UInt8]
    /// A Boolean value that indicates whether descriptions leave the value out.
    public let isSensitive: Bool

    /// Creates a value of those bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes; control characters other than a tab are rejected when they are
    ///     written.
    ///   - isSensitive: A Boolean value that indicates whether the value is a secret, which
    ///     descriptions hide.
    public init(bytes: [UInt8], isSensitive: Bool = false) {
      self.bytes = bytes
      self.isSensitive = isSensitive
    }

    /// Creates a value of that text, as UTF-8.
    ///
    /// - Parameter text: The text; control characters other than a tab are rejected when it is
    ///   written.
    public init(_ text: String) { self.init(bytes: Array(text.utf8)) }

    /// Creates a value of the digits of a number.
    package init(decimal number: Int64) {
      var digits: [UInt8] = []
      digits.append(decimal: number)
      self.init(bytes: digits)
    }

    /// The value as text; bytes that are not UTF-8 become replacement characters.
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
  /// Returns whether the value has the bytes of a text.
  public static func == (value: HTTP.FieldValue, text: String) -> Bool {
    value.bytes.elementsEqual(text.utf8)
  }

  /// Returns whether the value has the bytes of a text.
  public static func == (text: String, value: HTTP.FieldValue) -> Bool { value == text }
}

extension String {
  /// Creates the text of a header's value; bytes that are not UTF-8 become replacement characters.
  ///
  /// A sensitive value is text like any other here.
  ///
  /// - Parameter value: The value, of which secrets are shown too.
  public init(_ value: HTTP.FieldValue) { self = value.text }
}

extension HTTP.FieldValue: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text, with controls escaped, or a placeholder for a secret.
  public var description: String { isSensitive ? Self.placeholder : ForeignText.escaped(bytes) }

  public var debugDescription: String { description }

  /// An empty mirror: the description has all information that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }

  /// The placeholder for a secret.
  static let placeholder = "<sensitive>"
}

extension [UInt8] {
  /// Appends the digits of a number, after a sign if it is negative.
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
