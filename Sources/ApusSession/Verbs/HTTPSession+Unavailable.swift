public import ApusHTTP
public import ApusSerialization

// The value of a `String` variable may originate from another author, so it must not choose the
// server or the path. The message of these functions names the two alternatives. String literals
// and string interpolations can be request targets.

extension HTTPSession {
  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func get<Value>(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func get(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func head(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func options(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func delete<Value>(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func delete(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func post<Value>(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func post(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func put<Value>(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func put(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func patch<Value>(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable, because a `String` variable cannot be the target of a request.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func patch(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }
}
