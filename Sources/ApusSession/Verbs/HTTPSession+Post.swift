public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a POST request with content, and decodes the response.
  ///
  ///     let made = try await api.post("users", .json(user), as: User.self)
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Returns: The value.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.post, target, query, headers, limit, accepted, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a POST request with content, and returns the value with the head of the response.
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Returns: The value, the status, the headers and the URL of the response.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Response<Value> {
    let draft = try Draft(.post, target, query, headers, limit, accepted, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a POST request with content, and returns the response.
  ///
  ///     try await api.post("search", .form(["words": words, "page": page]))
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Returns: The response with its content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func post(
    _ target: HTTP.Target, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.post, target, query, headers, limit, accepted, self)
    return try await send(draft.with(content))
  }
}
