/// Swift literals as JSON: `["name": "swift", "wings": 2, "lands": nil]`.
extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }

  public init(booleanLiteral value: Bool) { self = .bool(value) }

  public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }

  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    self = .number(JSONNumber(.double(value)))
  }

  public init(stringLiteral value: String) { self = .string(value) }

  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

/// Swift values as JSON.
extension JSONValue {
  /// Makes a number of an integer of any width.
  public init(_ integer: some BinaryInteger) { self = .number(JSONNumber(integer)) }

  /// Makes a number of a double, or nothing of infinity and of what is no number.
  public init?(_ double: Double) {
    guard let number = JSONNumber(double) else { return nil }
    self = .number(number)
  }

  /// Makes a string of a text.
  public init(_ text: some StringProtocol) { self = .string(String(text)) }

  /// Makes a literal of yes or no.
  public init(_ bool: Bool) { self = .bool(bool) }

  /// Makes an array of values.
  public init(_ elements: [JSONValue]) { self = .array(elements) }
}
