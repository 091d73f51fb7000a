public import ApusHTTP

extension HTTP {
  /// The query parameters of a URL, or the fields of a form.
  ///
  ///     let users: [User] = try await api.get("users", query: ["page": page, "tags": tags])
  ///     try await api.post("search", .form(["filter": .object(["open": isOpen, "page": page])]))
  ///     let found: [User] = try await api.get("users", query: .encoding(search))
  ///
  /// A dictionary literal can contain strings, numbers, dates, arrays and dictionaries, as literals
  /// or in variables. A variable that is `nil` is omitted. Use `.object` for a nested object with
  /// values of several types. Use `.encoding` for a dictionary in a variable or for any `Encodable`
  /// value. The property `HTTPSession.Configuration.parameters` determines the format of the
  /// values.
  public struct Query: Sendable {
    package enum Kind: Sendable {
      case parameters(RequestParameters)
      case encoding(any Encodable & Sendable)
    }

    package let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Creates a query from request parameters.
    ///
    /// - Parameter parameters: The names and values of the query.
    public init(_ parameters: RequestParameters) { self.init(.parameters(parameters)) }

    /// Returns a query with the names and values of an `Encodable` value.
    ///
    /// The JSON coder of the session encodes the value. Members that are `nil` are omitted.
    ///
    /// - Parameter value: A dictionary, or any other value that is encoded with named members.
    public static func encoding(_ value: some Encodable & Sendable) -> Query {
      if let parameters = value as? RequestParameters { return Query(parameters) }
      return Query(.encoding(value))
    }
  }
}

extension HTTP.Query: ExpressibleByDictionaryLiteral {
  /// Creates a query from a dictionary literal. The names are sorted, and values that are `nil` are
  /// omitted.
  ///
  /// - Parameter pairs: The names and values of the query; a name may occur more than once.
  public init(dictionaryLiteral pairs: (String, (any RequestParameters.Convertible)?)...) {
    self.init(
      RequestParameters(
        sorting: pairs.compactMap { name, value in value.map { (name, $0.parameterValue) } }))
  }
}

extension RequestParameters.Convertible where Self == RequestParameters {
  /// Returns an object with named values of several types for use in a query. Values that are `nil`
  /// are omitted.
  ///
  ///     query: ["filter": .object(["open": isOpen, "page": page])]
  ///
  /// - Parameter pairs: The names and values of the object.
  public static func object(
    _ pairs: KeyValuePairs<String, (any RequestParameters.Convertible)?>
  ) -> RequestParameters {
    RequestParameters(pairs)
  }
}
