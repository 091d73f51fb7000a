public import ApusHTTP
public import ApusSerialization

// A String in a variable is neither a whole target nor a segment of a path; its writer chooses.
// The message of these functions tells so; literals and interpolations are targets.

extension HTTPSession {
  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ path: String, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    try await get(.reference(path), query: query, headers: headers, as: type, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func get(
    _ path: String, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    try await get(.reference(path), query: query, headers: headers, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func head(
    _ path: String, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.ResponseHead {
    try await head(.reference(path), query: query, headers: headers, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ path: String, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    try await delete(.reference(path), query: query, headers: headers, as: type, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func delete(
    _ path: String, query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    try await delete(.reference(path), query: query, headers: headers, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ path: String, _ content: HTTP.Content = .body(.empty), query: RequestParameters? = nil,
    headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    try await post(
      .reference(path), content, query: query, headers: headers, as: type, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func post(
    _ path: String, _ content: HTTP.Content = .body(.empty), query: RequestParameters? = nil,
    headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    try await post(.reference(path), content, query: query, headers: headers, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ path: String, _ content: HTTP.Content = .body(.empty), query: RequestParameters? = nil,
    headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    try await put(
      .reference(path), content, query: query, headers: headers, as: type, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func put(
    _ path: String, _ content: HTTP.Content = .body(.empty), query: RequestParameters? = nil,
    headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    try await put(.reference(path), content, query: query, headers: headers, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ path: String, _ content: HTTP.Content = .body(.empty), query: RequestParameters? = nil,
    headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    try await patch(
      .reference(path), content, query: query, headers: headers, as: type, within: limit)
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func patch(
    _ path: String, _ content: HTTP.Content = .body(.empty), query: RequestParameters? = nil,
    headers: HTTP.Fields = [:],
    within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    try await patch(.reference(path), content, query: query, headers: headers, within: limit)
  }
}
