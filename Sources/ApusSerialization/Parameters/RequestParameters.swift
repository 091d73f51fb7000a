/// The names and values of parameters for the query or the body of a request.
///
///     let parameters: RequestParameters = ["page": 2, "tags": ["a", "b"]]
///
/// Parameters from a literal, a dictionary or a `Codable` type are sorted by name. Parameters from
/// `init(ordered:)` are written in the given order. Equal parameters always produce equal bytes.
public struct RequestParameters: Sendable, Hashable {
  /// A request parameter, which consists of a name and a value.
  public struct Member: Sendable, Hashable {
    /// The name of the request parameter.
    public let name: String
    /// The value of the request parameter.
    public let value: RequestParameters.Value

    /// Creates a request parameter from a name and a value.
    ///
    /// - Parameters:
    ///   - name: The name without percent-encoding.
    ///   - value: The value, which can contain named members.
    public init(_ name: String, _ value: RequestParameters.Value) {
      self.name = name
      self.value = value
    }
  }

  /// The request parameters in the order in which they are written.
  public private(set) var members: [Member]

  /// Creates an empty list of parameters.
  public init() { members = [] }

  /// Creates request parameters in the given order. A name may occur more than once.
  ///
  /// - Parameter members: The names and values in order.
  public init(ordered members: [(String, RequestParameters.Value)]) {
    self.members = members.map { Member($0, $1) }
  }

  /// Creates request parameters that are sorted by the Unicode scalars of their names. Capital
  /// letters precede lower-case letters.
  ///
  /// - Parameter members: The names and values in any order.
  public init(sorting members: some Sequence<(String, RequestParameters.Value)>) {
    // The order of UTF-8 bytes equals the order of Unicode scalars. Parameters with the same name
    // remain in their given order.
    self.members = members.map { Member($0, $1) }.enumerated().sorted { one, other in
      let (name, otherName) = (one.element.name.utf8, other.element.name.utf8)
      if name.lexicographicallyPrecedes(otherName) { return true }
      return !otherName.lexicographicallyPrecedes(name) && one.offset < other.offset
    }.map(\.element)
  }

  /// A dictionary literal with parameter names and values of several types.
  public typealias Pairs = KeyValuePairs<String, (any RequestParameters.Convertible)?>

  /// Creates request parameters from names and values of several types. Values that are `nil` are
  /// omitted.
  ///
  /// - Parameter pairs: The names and values of the parameters.
  public init(_ pairs: Pairs) {
    self.init(
      sorting: pairs.compactMap { pair in pair.value.map { (pair.key, $0.parameterValue) } })
  }

  /// Creates request parameters from a dictionary. Values that are `nil` are omitted.
  ///
  /// - Parameter dictionary: The values of the parameters by their names.
  public init<Value: RequestParameters.Convertible>(_ dictionary: [String: Value]) {
    let mayBeNil = Value.self is any OptionalParameter.Type
    let members = dictionary.filter { member in
      !mayBeNil || (member.value as? any OptionalParameter)?.isNil != true
    }
    self.init(sorting: members.lazy.map { ($0.key, $0.value.parameterValue) })
  }

  /// Creates request parameters from a dictionary. Values that are `nil` are omitted.
  ///
  /// - Parameter dictionary: The values of the parameters by their names.
  public init(_ dictionary: [String: (any RequestParameters.Convertible)?]) {
    self.init(
      sorting: dictionary.compactMap { pair in pair.value.map { (pair.key, $0.parameterValue) } })
  }

  /// Creates request parameters from the names and values of a JSON object.
  ///
  /// - Parameter object: The JSON object, whose members are sorted by name.
  public init(_ object: JSON.Object) {
    self.init(sorting: object.lazy.map { ($0.key, RequestParameters.Value($0.value)) })
  }

  /// Creates request parameters from an `Encodable` value, such as a structure, which must have
  /// named members.
  ///
  /// The coder encodes the value with its strategies for names, dates and bytes. Members that are
  /// `nil` are omitted, unless the type explicitly encodes null.
  ///
  /// - Parameters:
  ///   - value: The value to encode, such as a structure.
  ///   - coder: The coder that encodes the value.
  public init(
    encoding value: some Encodable, using coder: JSONCoder = JSONCoder()
  ) throws(RequestParameters.WritingError) {
    let json: JSON.Value
    do throws(JSON.EncodingError) {
      let bytes = try coder.encode(value)
      var reading = JSON.ReadingOptions()
      reading.depthLimit = JSON.ReadingOptions.greatestDepthLimit
      reading.byteCountLimit = JSON.ReadingOptions.greatestByteCountLimit
      json = try Self.parse(bytes, reading)
    } catch {
      throw .type(error)
    }
    guard case .object(let object) = json else { throw .unnamed }
    self.init(object)
  }

  /// Parses the JSON document that the coder produced. RFC 8259 section 2.
  private static func parse(
    _ bytes: [UInt8], _ options: JSON.ReadingOptions
  ) throws(JSON.EncodingError) -> JSON.Value {
    do throws(JSON.ParsingError) {
      return try JSON.Value(parsing: bytes, options)
    } catch {
      throw JSON.EncodingError(.refused("\(error)"))
    }
  }

  /// The request parameters without null values.
  package var withoutNulls: RequestParameters {
    var parameters = self
    parameters.members.removeAll { $0.value == .null }
    return parameters
  }

  /// A Boolean value that indicates whether the list of parameters is empty.
  public var isEmpty: Bool { members.isEmpty }

  /// Appends a parameter to the list of request parameters.
  ///
  /// - Parameters:
  ///   - name: The name without percent-encoding.
  ///   - value: The value, which can contain named members.
  public mutating func append(_ name: String, _ value: RequestParameters.Value) {
    members.append(Member(name, value))
  }

  /// Converts the request parameters to a JSON object. If two parameters have the same name, the
  /// later value is used.
  func json(_ coder: JSONCoder) throws(JSON.EncodingError) -> JSON.Object {
    var object = JSON.Object()
    for member in members { object[member.name] = try member.value.json(coder) }
    return object
  }
}

extension RequestParameters: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, RequestParameters.Value)...) {
    self.init(sorting: members)
  }
}

extension RequestParameters: Encodable {
  /// Encodes the request parameters as an object. If two parameters have the same name, the later
  /// value is used.
  ///
  /// - Parameter encoder: The encoder that receives the object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    for member in members {
      try container.encode(member.value, forKey: PathKey(stringValue: member.name))
    }
  }
}
