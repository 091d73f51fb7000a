/// The named values for the query or the body of a request.
///
///     let parameters: RequestParameters = ["page": 2, "tags": ["a", "b"]]
///
/// Parameters from a literal, a dictionary, a `Codable` type or JSON are written in the order of
/// their names. Parameters from `init(ordered:)` are written in the given order. Equal parameters
/// always produce equal bytes.
public struct RequestParameters: Sendable, Hashable {
  /// A named value of request parameters.
  public struct Member: Sendable, Hashable {
    /// The name of the parameter.
    public let name: String
    /// The value of the parameter.
    public let value: RequestParameters.Value

    /// Creates a parameter from a name and a value.
    ///
    /// - Parameters:
    ///   - name: The name without percent-encoding.
    ///   - value: The value, which can contain named members.
    public init(_ name: String, _ value: RequestParameters.Value) {
      self.name = name
      self.value = value
    }
  }

  /// The parameters in the order of writing.
  public private(set) var members: [Member]

  /// Creates an empty list of parameters.
  public init() { members = [] }

  /// Creates parameters in a given order. A name may occur more than once.
  ///
  /// - Parameter members: The names and values in order.
  public init(ordered members: [(String, RequestParameters.Value)]) {
    self.members = members.map { Member($0, $1) }
  }

  /// Creates parameters that are sorted by the Unicode scalars of their names.
  /// Capital letters precede lower-case letters.
  ///
  /// - Parameter members: The names and values in any order.
  public init(sorting members: some Sequence<(String, RequestParameters.Value)>) {
    // UTF-8 bytes have the same order as Unicode scalars. Parameters with the same name keep their
    // relative order.
    self.members = members.map { Member($0, $1) }.enumerated().sorted { one, other in
      let (name, otherName) = (one.element.name.utf8, other.element.name.utf8)
      if name.lexicographicallyPrecedes(otherName) { return true }
      return !otherName.lexicographicallyPrecedes(name) && one.offset < other.offset
    }.map(\.element)
  }

  /// The names and values of several types in a dictionary literal that may contain variables.
  public typealias Pairs = KeyValuePairs<String, (any RequestParameters.Convertible)?>

  /// Creates parameters from names and values of several types. A value that is `nil` is left out.
  ///
  /// - Parameter pairs: The names and values of the parameters.
  public init(_ pairs: Pairs) {
    self.init(
      sorting: pairs.compactMap { pair in pair.value.map { (pair.key, $0.parameterValue) } })
  }

  /// Creates parameters from a dictionary. A value that is `nil` is left out.
  ///
  /// - Parameter dictionary: The values of the parameters by their names.
  public init<Value: RequestParameters.Convertible>(_ dictionary: [String: Value]) {
    let mayBeNil = Value.self is any OptionalParameter.Type
    let members = dictionary.filter { member in
      !mayBeNil || (member.value as? any OptionalParameter)?.isNil != true
    }
    self.init(sorting: members.lazy.map { ($0.key, $0.value.parameterValue) })
  }

  /// Creates parameters from a dictionary. A value that is `nil` is left out.
  ///
  /// - Parameter dictionary: The values of the parameters by their names.
  public init(_ dictionary: [String: (any RequestParameters.Convertible)?]) {
    self.init(
      sorting: dictionary.compactMap { pair in pair.value.map { (pair.key, $0.parameterValue) } })
  }

  /// Creates parameters from a JSON object.
  ///
  /// - Parameter object: The JSON object, whose order is kept.
  public init(_ object: JSON.Object) {
    self.init(sorting: object.lazy.map { ($0.key, RequestParameters.Value($0.value)) })
  }

  /// Creates parameters from a value of a `Codable` type, which must have named members.
  ///
  /// The coder encodes the value with its strategies for names, dates and bytes. A member that is
  /// `nil` is not written, unless the type explicitly encodes it.
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

  /// Parses the JSON document that a coder has encoded. RFC 8259 section 2.
  private static func parse(
    _ bytes: [UInt8], _ options: JSON.ReadingOptions
  ) throws(JSON.EncodingError) -> JSON.Value {
    do throws(JSON.ParsingError) {
      return try JSON.Value(parsing: bytes, options)
    } catch {
      throw JSON.EncodingError(.refused("\(error)"))
    }
  }

  /// The parameters without null values.
  package var withoutNulls: RequestParameters {
    var parameters = self
    parameters.members.removeAll { $0.value == .null }
    return parameters
  }

  /// A Boolean value that indicates whether the list of parameters is empty.
  public var isEmpty: Bool { members.isEmpty }

  /// Appends a parameter after all other parameters.
  ///
  /// - Parameters:
  ///   - name: The name without percent-encoding.
  ///   - value: The value, which can contain named members.
  public mutating func append(_ name: String, _ value: RequestParameters.Value) {
    members.append(Member(name, value))
  }

  /// Returns the parameters as a JSON object. If two parameters have the same name, the later
  /// parameter counts.
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
  /// Encodes the parameters as an object.
  /// If two parameters have the same name, the later parameter counts.
  ///
  /// - Parameter encoder: The encoder that receives the object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    for member in members {
      try container.encode(member.value, forKey: PathKey(stringValue: member.name))
    }
  }
}
