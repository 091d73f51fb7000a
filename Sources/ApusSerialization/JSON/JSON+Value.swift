extension JSON {
  /// A JSON value: an object, an array, a string, a number, a Boolean value or `null`.
  ///
  ///     value = false / null / true / object / array / number / string
  ///
  /// A comparison of two JSON values ignores the order of object members and the spelling of
  /// numbers. Strings are compared byte by byte, because JSON defines no other equality of strings.
  ///
  /// RFC 8259 section 3.
  public enum Value: Sendable {
    /// The JSON literal `null`.
    case null
    /// The JSON literal `true` or `false`.
    case bool(Bool)
    /// A JSON number of any size and precision.
    case number(JSON.Number)
    /// A JSON string.
    case string(String)
    /// A JSON array of values.
    case array([JSON.Value])
    /// A JSON object, whose members keep their original order.
    case object(JSON.Object)
  }
}

extension JSON.Value: Hashable {
  public static func == (left: JSON.Value, right: JSON.Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let bool): hasher.combine(bool)
    case .number(let number): hasher.combine(number)
    case .string(let string): hasher.combine(ExactText(string))
    case .array(let array): hasher.combine(array)
    case .object(let object): hasher.combine(object)
    }
  }
}

/// Swift literals can be used as JSON values: `["name": "swift", "wings": 2, "lands": nil]`.
extension JSON.Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }

  public init(booleanLiteral value: Bool) { self = .bool(value) }

  public init(integerLiteral value: Int64) { self = .number(JSON.Number(value)) }

  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    self = .number(JSON.Number(.double(value)))
  }

  public init(stringLiteral value: String) { self = .string(value) }

  public init(arrayLiteral elements: JSON.Value...) { self = .array(elements) }

  public init(dictionaryLiteral elements: (String, JSON.Value)...) {
    self = .object(JSON.Object(elements))
  }
}

/// Initializers that convert Swift values to JSON values.
extension JSON.Value {
  /// Creates a JSON number from an integer of any width.
  ///
  /// - Parameter integer: The integer, which is stored exactly.
  public init(_ integer: some BinaryInteger) { self = .number(JSON.Number(integer)) }

  /// Creates a JSON number from a `Double`. The result is `nil` for infinity and NaN.
  ///
  /// - Parameter double: The number, which is written with the fewest digits that identify it.
  public init?(_ double: Double) {
    guard let number = JSON.Number(double) else { return nil }
    self = .number(number)
  }

  /// Creates a JSON string from a text.
  ///
  /// - Parameter text: The text of the JSON string.
  public init(_ text: some StringProtocol) { self = .string(String(text)) }

  /// Creates the JSON literal `true` or `false`.
  ///
  /// - Parameter bool: The Boolean value of the literal.
  public init(_ bool: Bool) { self = .bool(bool) }

  /// Creates a JSON array from JSON values.
  ///
  /// - Parameter elements: The elements of the array in order.
  public init(_ elements: [JSON.Value]) { self = .array(elements) }
}
