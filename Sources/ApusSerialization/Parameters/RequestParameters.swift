/// Named values for the query or the body of a request.
///
///     let parameters: RequestParameters = ["page": 2, "tags": ["a", "b"]]
///
/// Parameters of a literal, a dictionary, a `Codable` type or JSON are written in the order of
/// their names, parameters of `init(ordered:)` in their own. Equal parameters always give equal
/// bytes.
public struct RequestParameters: Sendable, Hashable {
  /// A name and its value.
  public struct Member: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value.
    public let value: RequestParameters.Value

    /// Creates a member of a name and a value.
    ///
    /// - Parameters:
    ///   - name: The name without escapes.
    ///   - value: The value, which can have members.
    public init(_ name: String, _ value: RequestParameters.Value) {
      self.name = name
      self.value = value
    }
  }

  /// The members, in the order of writing.
  public private(set) var members: [Member]

  /// Creates an empty list of parameters.
  public init() { members = [] }

  /// Creates parameters in an order of the caller's; a name may occur more than once.
  ///
  /// - Parameter members: The names and values in their order.
  public init(ordered members: [(String, RequestParameters.Value)]) {
    self.members = members.map { Member($0, $1) }
  }

  /// Creates parameters sorted by their names' Unicode scalars, capitals first.
  ///
  /// - Parameter members: The names and values, in any order.
  public init(sorting members: some Sequence<(String, RequestParameters.Value)>) {
    // UTF-8 has the order of the scalars. Members of one name keep theirs.
    self.members = members.map { Member($0, $1) }.enumerated().sorted { one, other in
      let (name, otherName) = (one.element.name.utf8, other.element.name.utf8)
      if name.lexicographicallyPrecedes(otherName) { return true }
      return !otherName.lexicographicallyPrecedes(name) && one.offset < other.offset
    }.map(\.element)
  }

  /// Names and values of several types, as a literal with variables in it has them.
  public typealias Pairs = KeyValuePairs<String, (any RequestParameters.Convertible)?>

  /// Creates parameters of variables; one that is nil is left out.
  ///
  /// - Parameter pairs: The names and values.
  public init(_ pairs: Pairs) {
    self.init(
      sorting: pairs.compactMap { pair in pair.value.map { (pair.key, $0.parameterValue) } })
  }

  /// Creates parameters of a dictionary; a value that is nil is left out.
  ///
  /// - Parameter dictionary: The values by their names.
  public init<Value: RequestParameters.Convertible>(_ dictionary: [String: Value]) {
    let mayBeNil = Value.self is any OptionalParameter.Type
    let members = dictionary.filter { member in
      !mayBeNil || (member.value as? any OptionalParameter)?.isNil != true
    }
    self.init(sorting: members.lazy.map { ($0.key, $0.value.parameterValue) })
  }

  /// Creates parameters of a dictionary; one that is nil is left out.
  ///
  /// - Parameter dictionary: The values by their names.
  public init(_ dictionary: [String: (any RequestParameters.Convertible)?]) {
    self.init(
      sorting: dictionary.compactMap { pair in pair.value.map { (pair.key, $0.parameterValue) } })
  }

  /// Creates parameters of an object.
  ///
  /// - Parameter object: The object, whose order is kept.
  public init(_ object: JSON.Object) {
    self.init(sorting: object.lazy.map { ($0.key, RequestParameters.Value($0.value)) })
  }

  /// Creates parameters from a `Codable` type, which must have named members.
  ///
  /// The coder encodes the type with its strategies for names, dates and bytes. A nil member is not
  /// written, unless its type writes it.
  ///
  /// - Parameters:
  ///   - value: The value, such as a struct.
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

  /// RFC 8259 section 2.
  private static func parse(
    _ bytes: [UInt8], _ options: JSON.ReadingOptions
  ) throws(JSON.EncodingError) -> JSON.Value {
    do throws(JSON.ParsingError) {
      return try JSON.Value(parsing: bytes, options)
    } catch {
      throw JSON.EncodingError(.refused("\(error)"))
    }
  }

  /// The parameters without nulls.
  package var withoutNulls: RequestParameters {
    var parameters = self
    parameters.members.removeAll { $0.value == .null }
    return parameters
  }

  /// A Boolean value that indicates whether there are none.
  public var isEmpty: Bool { members.isEmpty }

  /// Adds a member after all others.
  ///
  /// - Parameters:
  ///   - name: The name without escapes.
  ///   - value: The value, which can have members.
  public mutating func append(_ name: String, _ value: RequestParameters.Value) {
    members.append(Member(name, value))
  }

  /// The parameters as a JSON object; of two members with one name, the later one counts.
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
  /// Writes an object; of two members with one name, the later one counts.
  ///
  /// - Parameter encoder: The encoder of the format.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    for member in members {
      try container.encode(member.value, forKey: PathKey(stringValue: member.name))
    }
  }
}
