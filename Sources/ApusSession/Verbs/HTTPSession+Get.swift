public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Asks for what a target stands for, and returns a value of a type out of the answer.
  ///
  ///     let user = try await api.get("users/7", as: User.self)
  ///     let page: [User] = try await api.get("users", query: ["page": 2])
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.get, target, query, headers, self)
    return try await send(draft.finished(), as: type)
  }

  /// Asks for what a target stands for, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func get(
    _ target: some Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    try await send(Draft(.get, target, query, headers, self).finished())
  }

  /// Asks for what `get` would be told but for the content, and returns that.
  @discardableResult
  public nonisolated(nonsending) func head(
    _ target: some Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.ResponseHead {
    try await send(Draft(.head, target, query, headers, self).finished()).head
  }

  /// Removes what a target stands for, and returns a value of a type out of the answer.
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.delete, target, query, headers, self)
    return try await send(draft.finished(), as: type)
  }

  /// Removes what a target stands for, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func delete(
    _ target: some Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    try await send(Draft(.delete, target, query, headers, self).finished())
  }
}
