public import ApusHTTP

extension HTTP {
  /// The names and values of a query or a form.
  ///
  ///     let users: [User] = try await api.get("users", query: ["page": page, "tags": tags])
  ///     try await api.post("search", .form(["filter": .object(["open": isOpen, "page": page])]))
  ///     let found: [User] = try await api.get("users", query: .encoding(search))
  ///
  /// A dictionary literal can contain texts, numbers, dates, arrays and dictionaries, either as
  /// literals or in variables. A variable that is `nil` is left out. Use `.object` for a value that
  /// contains values of several types. Use `.encoding` for a dictionary in a variable or for any
  /// `Encodable` value. The session writes all values in its parameter style: see
  /// `HTTPSession.Configuration.parameters`.
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

    /// Returns a query with the members that a value has in JSON.
    ///
    /// The JSON coder of the session encodes the value. A member that is `nil` is left out.
    ///
    /// - Parameter value: A dictionary, or any other value that is encoded with named members.
    public static func encoding(_ value: some Encodable & Sendable) -> Query {
      if let parameters = value as? RequestParameters { return Query(parameters) }
      return Query(.encoding(value))
    }
  }
}

extension HTTP.Query: ExpressibleByDictionaryLiteral {
  /// Creates a query from a dictionary literal.
  /// A value that is `nil` is left out, and the names are sorted.
  ///
  /// - Parameter pairs: The names and values of the query; a name may occur more than once.
  public init(dictionaryLiteral pairs: (String, (any RequestParameters.Convertible)?)...) {
    self.init(
      RequestParameters(
        sorting: pairs.compactMap { name, value in value.map { (name, $0.parameterValue) } }))
  }
}

extension RequestParameters.Convertible where Self == RequestParameters {
  /// Returns a single value that contains names and values of several types.
  /// A value that is `nil` is left out.
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
