extension RequestParameters {
  /// The value of a parameter, which may hold others.
  ///
  ///     let filter: RequestParameters.Value = ["tags": ["a", "b"], "page": 2, "draft": false]
  ///
  /// The same value is written into a query, a form, a multipart form or JSON.
  public enum Value: Sendable, Hashable {
    /// Null: a name without a value.
    case null
    /// Yes or no.
    case bool(Bool)
    /// A number of any size.
    case number(JSON.Number)
    /// Infinity or NaN: JSON and property lists reject it.
    case nonFinite(Double)
    /// Text.
    case text(String)
    /// Bytes as they are.
    case data([UInt8])
    /// A date, written in the format of the style.
    case moment(JSON.Moment)
    /// Values in order.
    case array([RequestParameters.Value])
    /// Values without an order, which are written sorted.
    case set([RequestParameters.Value])
    /// Values by name.
    case object(RequestParameters)
  }
}

extension RequestParameters.Value {
  /// Creates an integer of any width.
  ///
  /// - Parameter integer: The integer, which is written exactly.
  public init(_ integer: some BinaryInteger) { self = .number(JSON.Number(integer)) }

  /// Creates a value from a `Double`.
  ///
  /// Infinity and NaN become words in a query or a form, and are refused elsewhere.
  ///
  /// - Parameter double: The number, written with as few digits as identify it.
  public init(_ double: Double) {
    self = JSON.Number(double).map { .number($0) } ?? .nonFinite(double)
  }

  /// Creates a value of text.
  ///
  /// - Parameter text: The characters without escapes.
  public init(_ text: some StringProtocol) { self = .text(String(text)) }

  /// Yes or no.
  ///
  /// - Parameter bool: The value: written as 1 and 0, or as words, by the style.
  public init(_ bool: Bool) { self = .bool(bool) }

  /// Creates a set of texts.
  ///
  /// - Parameter texts: The elements, which are written in order.
  public init(_ texts: Set<String>) { self = .set(texts.map { .text($0) }) }

  /// Creates a set of integers.
  ///
  /// - Parameter integers: The elements, which are written in order.
  public init<Integer: BinaryInteger & Hashable>(_ integers: Set<Integer>) {
    self = .set(integers.map { RequestParameters.Value($0) })
  }

  /// Creates a value out of JSON.
  ///
  /// - Parameter value: The value; an object has nested names.
  public init(_ value: JSON.Value) {
    self =
      switch value {
      case .null: .null
      case .bool(let bool): .bool(bool)
      case .number(let number): .number(number)
      case .string(let text): .text(text)
      case .array(let elements): .array(elements.map { RequestParameters.Value($0) })
      case .object(let object): .object(RequestParameters(object))
      }
  }

  /// The number of arrays, sets and objects that may be nested.
  public static let depthLimit = 128
}

extension RequestParameters.Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }

  public init(integerLiteral integer: Int) { self.init(integer) }

  public init(floatLiteral double: Double) { self.init(double) }

  public init(booleanLiteral bool: Bool) { self = .bool(bool) }

  public init(arrayLiteral elements: RequestParameters.Value...) { self = .array(elements) }

  public init(dictionaryLiteral members: (String, RequestParameters.Value)...) {
    self = .object(RequestParameters(sorting: members))
  }

  public init(nilLiteral: ()) { self = .null }
}

extension RequestParameters.Value {
  /// The value as JSON; dates and bytes in the format of a coder, a set as a sorted array.
  func json(_ coder: JSONCoder) throws(JSON.EncodingError) -> JSON.Value {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .number(let number): .number(number)
    case .nonFinite(let double): try Self.json(double, coder)
    case .text(let text): .string(text)
    case .data(let bytes): try Self.json(JSON.Bytes(bytes), coder)
    case .moment(let moment): try Self.json(moment, coder)
    case .array(let elements): try Self.json(elements, coder)
    case .set(let elements): try Self.json(Flattening.sorted(elements), coder)
    case .object(let parameters): .object(try parameters.json(coder))
    }
  }

  private static func json(
    _ elements: [RequestParameters.Value], _ coder: JSONCoder
  ) throws(JSON.EncodingError) -> JSON.Value {
    .array(try elements.map { (element) throws(JSON.EncodingError) in try element.json(coder) })
  }

  private static func json(
    _ value: some Encodable, _ coder: JSONCoder
  ) throws(JSON.EncodingError) -> JSON.Value {
    let bytes = try coder.encode(value)
    do throws(JSON.ParsingError) {
      return try JSON.Value(parsing: bytes)
    } catch {
      throw JSON.EncodingError(.refused("\(error)"))
    }
  }
}

extension RequestParameters.Value: Encodable {
  /// Writes the value in the coder's ways for numbers, moments and bytes; a set is a sorted array.
  ///
  /// - Parameter encoder: The encoder of the format.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .number(let number): try container.encode(JSON.Value.number(number))
    case .nonFinite(let double): try container.encode(double)
    case .text(let text): try container.encode(text)
    case .data(let bytes): try container.encode(JSON.Bytes(bytes))
    case .moment(let moment): try container.encode(moment)
    case .array(let elements): try container.encode(elements)
    case .set(let elements): try container.encode(Flattening.sorted(elements))
    case .object(let parameters): try container.encode(parameters)
    }
  }
}

extension RequestParameters.Value {
  /// The elements of a set in their order in queries, JSON and property lists.
  package static func sorted(_ elements: [RequestParameters.Value]) -> [RequestParameters.Value] {
    Flattening.sorted(elements)
  }
}
