public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a DELETE request, and decodes the response.
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Returns: The value.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.delete, target, query, headers, limit, accepted, self)
    return try await send(draft.finished(), as: type)
  }

  /// Sends a DELETE request, and returns the value with the head of the response.
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Returns: The value, the status, the headers and the URL of the response.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Response<Value> {
    let draft = try Draft(.delete, target, query, headers, limit, accepted, self)
    return try await send(draft.finished(), as: type)
  }

  /// Sends a DELETE request, and returns the response.
  ///
  ///     try await api.delete("users/\(id)")
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Returns: The response with its content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func delete(
    _ target: HTTP.Target,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.delete, target, query, headers, limit, accepted, self)
    return try await send(draft.finished())
  }

  /// Sends a HEAD request, and returns the response.
  ///
  ///     let size = try await api.head("dumps/today.tar").headers[.contentLength]
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Returns: The response with its content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func head(
    _ target: HTTP.Target,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.head, target, query, headers, limit, accepted, self)
    return try await send(draft.finished())
  }

  /// Sends an OPTIONS request, and returns the response.
  ///
  ///     let methods = try await api.options("users").headers["Allow"]
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Returns: The response with its content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func options(
    _ target: HTTP.Target,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.options, target, query, headers, limit, accepted, self)
    return try await send(draft.finished())
  }
}
