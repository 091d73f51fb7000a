extension JSON {
  /// A JSON document, or any part of one, as a value.
  ///
  ///     value = false / null / true / object / array / number / string
  ///
  /// Two values are equal if their content is equal: members may have another order, and numbers
  /// may be spelled differently. Text is compared byte by byte, as JSON has no other equality.
  ///
  /// RFC 8259 section 3.
  public enum Value: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number of any size, without loss.
    case number(JSON.Number)
    /// Text.
    case string(String)
    /// Values in order.
    case array([JSON.Value])
    /// Values by name, in their original order.
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

/// Swift literals as JSON: `["name": "swift", "wings": 2, "lands": nil]`.
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

/// Swift values as JSON.
extension JSON.Value {
  /// Makes a number of an integer of any width.
  ///
  /// - Parameter integer: The integer, which is kept exactly.
  public init(_ integer: some BinaryInteger) { self = .number(JSON.Number(integer)) }

  /// Creates a number from a `Double`, or nil from infinity and NaN.
  ///
  /// - Parameter double: The number, written with as few digits as identify it.
  public init?(_ double: Double) {
    guard let number = JSON.Number(double) else { return nil }
    self = .number(number)
  }

  /// Makes a string of a text.
  ///
  /// - Parameter text: The characters of the string.
  public init(_ text: some StringProtocol) { self = .string(String(text)) }

  /// Makes a literal of yes or no.
  ///
  /// - Parameter bool: The literal: `true` or `false`.
  public init(_ bool: Bool) { self = .bool(bool) }

  /// Makes an array of values.
  ///
  /// - Parameter elements: The elements in their order.
  public init(_ elements: [JSON.Value]) { self = .array(elements) }
}
