public import ApusHTTP

extension HTTP {
  /// The names and values of a query or a form.
  ///
  ///     let users: [User] = try await api.get("users", query: ["page": page, "tags": tags])
  ///     try await api.post("search", .form(["filter": .object(["open": isOpen, "page": page])]))
  ///     let found: [User] = try await api.get("users", query: .encoding(search))
  ///
  /// A literal holds texts, numbers, dates, arrays and dictionaries, as values or in variables. A
  /// variable that is nil is left out. Values of several types in one value need `.object`. A
  /// dictionary in a variable, or any `Encodable` value, needs `.encoding`. The session writes all
  /// of them in its style: see `HTTPSession.Configuration.parameters`.
  public struct Query: Sendable {
    package enum Kind: Sendable {
      case parameters(RequestParameters)
      case encoding(any Encodable & Sendable)
    }

    package let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Creates a query of parameters that were made before.
    ///
    /// - Parameter parameters: The names and values.
    public init(_ parameters: RequestParameters) { self.init(.parameters(parameters)) }

    /// Makes a query of the members of a value, which are those that its JSON has.
    ///
    /// The session's coder encodes the value. A member that is nil is left out.
    ///
    /// - Parameter value: A dictionary, or a value of another type that has named members.
    public static func encoding(_ value: some Encodable & Sendable) -> Query {
      if let parameters = value as? RequestParameters { return Query(parameters) }
      return Query(.encoding(value))
    }
  }
}

extension HTTP.Query: ExpressibleByDictionaryLiteral {
  /// Makes a query of a literal; a value that is nil is left out, and names are sorted.
  ///
  /// - Parameter pairs: The names and values; a name can occur more than once.
  public init(dictionaryLiteral pairs: (String, (any RequestParameters.Convertible)?)...) {
    self.init(
      RequestParameters(
        sorting: pairs.compactMap { name, value in value.map { (name, $0.parameterValue) } }))
  }
}

extension RequestParameters.Convertible where Self == RequestParameters {
  /// Makes one value of names and values of several types; a value that is nil is left out.
  ///
  ///     query: ["filter": .object(["open": isOpen, "page": page])]
  ///
  /// - Parameter pairs: The names and values.
  public static func object(
    _ pairs: KeyValuePairs<String, (any RequestParameters.Convertible)?>
  ) -> RequestParameters {
    RequestParameters(pairs)
  }
}
