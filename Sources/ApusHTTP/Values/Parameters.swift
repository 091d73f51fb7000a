public import ApusBytes

extension HTTP {
  /// The parameters of a field value in order.
  ///
  /// A repeated parameter name with different values is rejected, because two parsers could choose
  /// different values.
  public struct Parameters: Hashable, Sendable {
    /// The maximum number of parameters of a field value.
    public static let limit = 32

    /// The parameters of the field value in order. Each parameter name occurs once.
    public private(set) var all: [Parameter] = []

    /// Creates an empty list of parameters.
    public init() {}

    /// Creates parameters from names and values. The names must be tokens, and the values must
    /// contain no control characters.
    ///
    /// - Parameter pairs: The parameter names and values in order.
    public init(_ pairs: KeyValuePairs<String, String>) throws(InvalidValue) {
      for (name, value) in pairs { try append(Parameter(name, value)) }
    }

    /// Reads the parameters of a field value up to the end of the cursor's range.
    ///
    ///     parameters = *( OWS ";" OWS [ parameter ] )
    ///
    /// RFC 9110 section 5.6.6.
    ///
    /// For the given loose parameter names, an unquoted value may contain spaces and separators.
    init(
      from cursor: inout Cursor, in bytes: Span<UInt8>, withLooseValues looseNames: [String] = []
    ) throws(InvalidValue) {
      while let (parameter, _) = try cursor.readParameter(in: bytes, withLooseValues: looseNames) {
        try append(parameter)
      }
    }

    /// Returns the parameter with the given name, without regard to letter case.
    ///
    /// - Parameter name: The name of the parameter.
    public subscript(name: String) -> Parameter? {
      let octets = Array(name.utf8)
      let name = octets.span
      return all.first { ASCII.equalsIgnoringCase(name, $0.name) }
    }

    /// Appends a parameter to the field value's parameters.
    ///
    /// - Parameter parameter: The parameter to append; a different value for an existing name is an
    ///   error.
    public mutating func append(_ parameter: Parameter) throws(InvalidValue) {
      if let other = self[parameter.name] {
        guard other == parameter else { throw .conflictingParameters(name: parameter.name) }
        return
      }
      guard all.count < Self.limit else { throw .tooManyParameters(limit: Self.limit) }
      all.append(parameter)
    }

    /// Writes a semicolon, a space and `name=value` for each parameter.
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
