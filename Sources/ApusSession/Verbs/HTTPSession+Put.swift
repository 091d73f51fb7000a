public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a PUT request with content, and decodes a value from the response content.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Returns: The value that was decoded from the response content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.put, target, query, headers, limit, accepted, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a PUT request with content, and returns the decoded value with the response head.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Returns: The decoded value with the status, the header fields and the URL of the response.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Response<Value> {
    let draft = try Draft(.put, target, query, headers, limit, accepted, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a PUT request with content, and returns the response with its whole content.
  ///
  ///     try await api.put("users/\(id)/tags", .json(["tags": tags, "page": page]))
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Returns: The response with its whole content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func put(
    _ target: HTTP.Target, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.put, target, query, headers, limit, accepted, self)
    return try await send(draft.with(content))
  }
}
