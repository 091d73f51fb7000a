public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a GET request, and decodes the response.
  ///
  ///     let user = try await api.get("users/\(id)", as: User.self, within: .seconds(2))
  ///     let page: [User] = try await api.get("users", query: ["page": page, "tags": tags])
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.get, target, query, headers, limit, self)
    return try await send(draft.finished(), as: type)
  }

  /// Sends a GET request, and decodes the response, whose head is returned beside the value.
  ///
  ///     let (users, head) = try await api.get("users", valueAndHead: [User].self)
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    valueAndHead type: Value.Type, within limit: Duration? = nil
  ) async throws -> sending (value: Value, head: HTTP.ResponseHead) {
    let draft = try Draft(.get, target, query, headers, limit, self)
    return try await valueAndHead(of: draft.finished(), as: type)
  }

  /// Sends a GET request, and returns the response.
  @discardableResult
  public nonisolated(nonsending) func get(
    _ target: HTTP.Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    try await send(Draft(.get, target, query, headers, limit, self).finished())
  }

  /// Sends a HEAD request, and returns the head of the response.
  @discardableResult
  public nonisolated(nonsending) func head(
    _ target: HTTP.Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.ResponseHead {
    try await send(Draft(.head, target, query, headers, limit, self).finished()).head
  }

  /// Sends a DELETE request, and decodes the response.
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.delete, target, query, headers, limit, self)
    return try await send(draft.finished(), as: type)
  }

  /// Sends a DELETE request, and decodes the response, whose head is returned beside the value.
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    valueAndHead type: Value.Type, within limit: Duration? = nil
  ) async throws -> sending (value: Value, head: HTTP.ResponseHead) {
    let draft = try Draft(.delete, target, query, headers, limit, self)
    return try await valueAndHead(of: draft.finished(), as: type)
  }

  /// Sends a DELETE request, and returns the response.
  @discardableResult
  public nonisolated(nonsending) func delete(
    _ target: HTTP.Target, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    try await send(Draft(.delete, target, query, headers, limit, self).finished())
  }
}
