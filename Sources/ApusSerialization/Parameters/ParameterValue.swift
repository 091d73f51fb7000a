/// The value of a parameter, which may hold others.
///
///     let filter: ParameterValue = ["tags": ["a", "b"], "page": 2, "draft": false]
///
/// The same value is written into a query, a form, a multipart form or JSON.
public enum ParameterValue: Sendable, Hashable {
  /// Null: a name without a value.
  case null
  /// Yes or no.
  case bool(Bool)
  /// A number of any size.
  case number(JSONNumber)
  /// Infinity or NaN: JSON and property lists reject it.
  case nonFinite(Double)
  /// Text.
  case text(String)
  /// Bytes as they are.
  case data([UInt8])
  /// A date, written in the format of the style.
  case moment(JSONMoment)
  /// Values in order.
  case array([ParameterValue])
  /// Values without an order, which are written sorted.
  case set([ParameterValue])
  /// Values by name.
  case object(RequestParameters)
}

extension ParameterValue {
  /// Creates an integer of any width.
  public init(_ integer: some BinaryInteger) { self = .number(JSONNumber(integer)) }

  /// Creates a value from a `Double`.
  ///
  /// Infinity and NaN become words in a query or a form, and are refused elsewhere.
  public init(_ double: Double) {
    self = JSONNumber(double).map { .number($0) } ?? .nonFinite(double)
  }

  /// Creates a value of text.
  public init(_ text: some StringProtocol) { self = .text(String(text)) }

  /// Yes or no.
  public init(_ bool: Bool) { self = .bool(bool) }

  /// Creates a set of texts.
  public init(_ texts: Set<String>) { self = .set(texts.map { .text($0) }) }

  /// Creates a set of integers.
  public init<Integer: BinaryInteger & Hashable>(_ integers: Set<Integer>) {
    self = .set(integers.map { ParameterValue($0) })
  }

  /// Creates a value out of JSON.
  public init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let number): .number(number)
      case .string(let text): .text(text)
      case .array(let elements): .array(elements.map { ParameterValue($0) })
      case .object(let object): .object(RequestParameters(object))
      }
  }

  /// The number of arrays, sets and objects that may be nested.
  public static let depthLimit = 128
}

extension ParameterValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }

  public init(integerLiteral integer: Int) { self.init(integer) }

  public init(floatLiteral double: Double) { self.init(double) }

  public init(booleanLiteral bool: Bool) { self = .bool(bool) }

  public init(arrayLiteral elements: ParameterValue...) { self = .array(elements) }

  public init(dictionaryLiteral members: (String, ParameterValue)...) {
    self = .object(RequestParameters(sorting: members))
  }

  public init(nilLiteral: ()) { self = .null }
}

extension ParameterValue {
  /// The value as JSON; dates and bytes in the format of a coder, a set as a sorted array.
  func json(_ coder: JSONCoder) throws(JSONEncodingError) -> JSONValue {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let number): .number(number)
    case .nonFinite(let double): try Self.json(double, coder)
    case .text(let text): .string(text)
    case .data(let bytes): try Self.json(JSONBytes(bytes), coder)
    case .moment(let moment): try Self.json(moment, coder)
    case .array(let elements): try Self.json(elements, coder)
    case .set(let elements): try Self.json(Flattening.sorted(elements), coder)
    case .object(let parameters): .object(try parameters.json(coder))
    }
  }

  private static func json(
    _ elements: [ParameterValue], _ coder: JSONCoder
  ) throws(JSONEncodingError) -> JSONValue {
    .array(try elements.map { (element) throws(JSONEncodingError) in try element.json(coder) })
  }

  private static func json(
    _ value: some Encodable, _ coder: JSONCoder
  ) throws(JSONEncodingError) -> JSONValue {
    let bytes = try coder.encode(value)
    do throws(JSONError) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw JSONEncodingError(.refused("\(error)"))
    }
  }
}

extension ParameterValue: Encodable {
  /// Writes the value in the coder's ways for numbers, moments and bytes; a set is a sorted array.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .number(let number): try container.encode(JSONValue.number(number))
    case .nonFinite(let double): try container.encode(double)
    case .text(let text): try container.encode(text)
    case .data(let bytes): try container.encode(JSONBytes(bytes))
    case .moment(let moment): try container.encode(moment)
    case .array(let elements): try container.encode(elements)
    case .set(let elements): try container.encode(Flattening.sorted(elements))
    case .object(let parameters): try container.encode(parameters)
    }
  }
}

extension ParameterValue {
  /// The elements of a set in their order in queries, JSON and property lists.
  package static func sorted(_ elements: [ParameterValue]) -> [ParameterValue] {
    Flattening.sorted(elements)
  }
}
