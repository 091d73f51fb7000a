public import ApusHTTP
public import ApusSerialization

// A String in a variable is neither a whole target nor a segment of a path: its author chooses. The
// message of these functions names both ways. Literals and interpolations are targets.

extension HTTPSession {
  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func get<Value>(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func get(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func head(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func options(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func delete<Value>(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func delete(
    _ path: String,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func post<Value>(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func post(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func put<Value>(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @discardableResult
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func put(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
  @available(*, unavailable, message: "write \"users/\\(id)\", or .reference(text)")
  public nonisolated(nonsending) func patch<Value>(
    _ path: String, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    throw HTTPSessionError(.url(.missingScheme))
  }

  /// Is unavailable: a text in a variable is not a target.
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
