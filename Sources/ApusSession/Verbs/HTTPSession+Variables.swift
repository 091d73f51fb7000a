public import ApusHTTP
public import ApusSerialization

/// Verbs whose query or headers are variables.
///
/// The first form of each takes a literal with variables in it, the second dictionaries, and types
/// that are `Encodable`. What is no more than a literal is a matter of the verbs themselves.
extension HTTPSession {
  /// Sends a GET request with variables in its query, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.get, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.finished(), as: type)
  }

  /// Sends a GET request with variables in its query, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func get(
    _ target: HTTP.Target, query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.get, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.finished())
  }

  /// Sends a GET request whose query is encoded, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.get, target, encoding: query, headers, limit, self)
    return try await send(draft.finished(), as: type)
  }

  /// Sends a GET request whose query is encoded, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func get(
    _ target: HTTP.Target, query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.get, target, encoding: query, headers, limit, self)
    return try await send(draft.finished())
  }

  /// Sends a HEAD request with variables in its query, and returns the head of the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func head(
    _ target: HTTP.Target, query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.ResponseHead {
    let draft = try Draft(.head, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.finished()).head
  }

  /// Sends a HEAD request whose query is encoded, and returns the head of the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func head(
    _ target: HTTP.Target, query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    within limit: Duration? = nil
  ) async throws -> HTTP.ResponseHead {
    let draft = try Draft(.head, target, encoding: query, headers, limit, self)
    return try await send(draft.finished()).head
  }

  /// Sends a DELETE request with variables in its query, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.delete, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.finished(), as: type)
  }

  /// Sends a DELETE request with variables in its query, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func delete(
    _ target: HTTP.Target, query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.delete, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.finished())
  }

  /// Sends a DELETE request whose query is encoded, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.delete, target, encoding: query, headers, limit, self)
    return try await send(draft.finished(), as: type)
  }

  /// Sends a DELETE request whose query is encoded, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func delete(
    _ target: HTTP.Target, query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.delete, target, encoding: query, headers, limit, self)
    return try await send(draft.finished())
  }

  /// Sends a POST request with content with variables in its query, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.post, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a POST request with content with variables in its query, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func post(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.post, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.with(content))
  }

  /// Sends a POST request with content whose query is encoded, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.post, target, encoding: query, headers, limit, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a POST request with content whose query is encoded, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func post(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.post, target, encoding: query, headers, limit, self)
    return try await send(draft.with(content))
  }

  /// Sends a PUT request with content with variables in its query, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.put, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a PUT request with content with variables in its query, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func put(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.put, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.with(content))
  }

  /// Sends a PUT request with content whose query is encoded, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.put, target, encoding: query, headers, limit, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a PUT request with content whose query is encoded, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func put(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.put, target, encoding: query, headers, limit, self)
    return try await send(draft.with(content))
  }

  /// Sends a PATCH request with content with variables in its query, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.patch, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a PATCH request with content with variables in its query, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func patch(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters.Pairs, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.patch, target, RequestParameters(query), headers, limit, self)
    return try await send(draft.with(content))
  }

  /// Sends a PATCH request with content whose query is encoded, and decodes the response.
  @_disfavoredOverload
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.patch, target, encoding: query, headers, limit, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a PATCH request with content whose query is encoded, and returns the response.
  @_disfavoredOverload @discardableResult
  public nonisolated(nonsending) func patch(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: (any Encodable)? = nil,
    headers: any HTTP.FieldsConvertible = HTTP.Fields(),
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.patch, target, encoding: query, headers, limit, self)
    return try await send(draft.with(content))
  }
}
