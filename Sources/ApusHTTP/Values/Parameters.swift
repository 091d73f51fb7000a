public import ApusBytes

extension HTTP {
  /// The parameters of a value, in their order.
  ///
  /// A name may occur twice only with the same value: two parsers could choose differently between
  /// two values.
  public struct Parameters: Hashable, Sendable {
    /// The number of parameters that a value may have.
    public static let limit = 32

    /// The parameters, each name once.
    public private(set) var all: [Parameter] = []

    /// Creates an empty list of parameters.
    public init() {}

    /// Creates parameters; names must be tokens, and values have no control characters.
    ///
    /// - Parameter pairs: The names and values in their order.
    public init(_ pairs: KeyValuePairs<String, String>) throws(InvalidValue) {
      for (name, value) in pairs { try append(Parameter(name, value)) }
    }

    /// Reads parameters up to the end of the cursor's range.
    ///
    ///     parameters = *( OWS ";" OWS [ parameter ] )
    ///
    /// RFC 9110 section 5.6.6.
    ///
    /// Values of the loose names are read without quotes too.
    init(
      from cursor: inout Cursor, in bytes: Span<UInt8>, withLooseValues looseNames: [String] = []
    ) throws(InvalidValue) {
      while let (parameter, _) = try cursor.readParameter(in: bytes, withLooseValues: looseNames) {
        try append(parameter)
      }
    }

    /// Returns the parameter of that name, in any case.
    ///
    /// - Parameter name: The name of the parameter.
    public subscript(name: String) -> Parameter? {
      let octets = Array(name.utf8)
      let name = octets.span
      return all.first { ASCII.equalsIgnoringCase(name, $0.name) }
    }

    /// Adds a parameter at the end.
    ///
    /// - Parameter parameter: The parameter; another value for its name is an error.
    public mutating func append(_ parameter: Parameter) throws(InvalidValue) {
      if let other = self[parameter.name] {
        guard other == parameter else { throw .conflictingParameters(name: parameter.name) }
        return
      }
      guard all.count < Self.limit else { throw .tooManyParameters(limit: Self.limit) }
      all.append(parameter)
    }

    /// Writes `; name=value` for each.
    ///
    /// - Parameter writer: The writer that receives the bytes.
    public func write(to writer: inout ByteWriter) {
      for parameter in all {
        writer.write("; ")
        parameter.write(to: &writer)
      }
    }
  }
}
