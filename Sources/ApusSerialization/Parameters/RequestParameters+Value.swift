extension RequestParameters {
  /// The value of a request parameter, such as a string, a number, an array or an object.
  ///
  ///     let filter: RequestParameters.Value = ["tags": ["a", "b"], "page": 2, "draft": false]
  ///
  /// A parameter value can be written to a query, a form, a multipart form or JSON.
  public enum Value: Sendable, Hashable {
    /// The null value, which a query contains as a name without `=`.
    case null
    /// The Boolean value `true` or `false`.
    case bool(Bool)
    /// A number of any size and precision.
    case number(JSON.Number)
    /// Infinity or NaN, which cannot be written to JSON or a property list.
    case nonFinite(Double)
    /// A string value.
    case text(String)
    /// A byte array, which a query contains as percent-encoded bytes.
    case data([UInt8])
    /// A date, which a query contains in the date format of the parameter style.
    case moment(JSON.Moment)
    /// An array of parameter values in order.
    case array([RequestParameters.Value])
    /// A set of parameter values, which are written in sorted order.
    case set([RequestParameters.Value])
    /// An object with named parameter values.
    case object(RequestParameters)
  }
}

extension RequestParameters.Value {
  /// Creates a parameter value from an integer of any width.
  ///
  /// - Parameter integer: The integer, which is written exactly.
  public init(_ integer: some BinaryInteger) { self = .number(JSON.Number(integer)) }

  /// Creates a parameter value from a `Double`.
  ///
  /// Infinity and NaN can be written to a query or a form, but not to JSON.
  ///
  /// - Parameter double: The number, which is written with the fewest digits that identify it.
  public init(_ double: Double) {
    self = JSON.Number(double).map { .number($0) } ?? .nonFinite(double)
  }

  /// Creates a parameter value from a text.
  ///
  /// - Parameter text: The text without percent-encoding.
  public init(_ text: some StringProtocol) { self = .text(String(text)) }

  /// Creates a Boolean parameter value.
  ///
  /// - Parameter bool: The Boolean value, which a query contains as a digit or a word.
  public init(_ bool: Bool) { self = .bool(bool) }

  /// Creates a set of texts as a parameter value.
  ///
  /// - Parameter texts: The elements of the set, which are written in sorted order.
  public init(_ texts: Set<String>) { self = .set(texts.map { .text($0) }) }

  /// Creates a set of integers as a parameter value.
  ///
  /// - Parameter integers: The elements of the set, which are written in sorted order.
  public init<Integer: BinaryInteger & Hashable>(_ integers: Set<Integer>) {
    self = .set(integers.map { RequestParameters.Value($0) })
  }

  /// Creates a parameter value from a JSON value.
  ///
  /// - Parameter value: The JSON value; the members of an object have nested names.
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

  /// The maximum nesting depth of arrays, sets and objects in request parameters.
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
  /// Converts the parameter value to a JSON value. The coder determines the format of dates and
  /// bytes, and a set becomes a sorted array.
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
  /// Encodes the request parameter value. The coder determines the format of numbers, dates and
  /// bytes. A set is encoded as a sorted array.
  ///
  /// - Parameter encoder: The encoder that receives the value.
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
  /// Sorts the elements of a set in the order in which queries, JSON and property lists contain
  /// them.
  package static func sorted(_ elements: [RequestParameters.Value]) -> [RequestParameters.Value] {
    Flattening.sorted(elements)
  }
}
