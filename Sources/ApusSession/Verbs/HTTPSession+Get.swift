public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a GET request, and decodes a value from the response content.
  ///
  ///     let user = try await api.get("users/\(id)", as: User.self, within: .seconds(2))
  ///     let page: [User] = try await api.get("users", query: ["page": page, "tags": tags])
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  ///   - onProgress: A closure that is called with the progress of the response.
  /// - Returns: The value that was decoded from the response content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: ((TransferProgress) -> Void)? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.get, target, query, headers, limit, accepted, self)
    return try await send(draft.finished(), as: type, onProgress: onProgress)
  }

  /// Sends a GET request, and returns the decoded value with the response head.
  ///
  ///     let result = try await api.get("users", as: HTTPSession.Response<[User]>.self)
  ///     print(result.value.count, result.headers[.etag] ?? "")
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  ///   - onProgress: A closure that is called with the progress of the response.
  /// - Returns: The decoded value with the status, the header fields and the URL of the response.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: ((TransferProgress) -> Void)? = nil
  ) async throws -> sending Response<Value> {
    let draft = try Draft(.get, target, query, headers, limit, accepted, self)
    return try await send(draft.finished(), as: type, onProgress: onProgress)
  }

  /// Sends a GET request, and returns the response with its whole content.
  ///
  ///     let text = try await api.get("robots.txt").text
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  ///   - onProgress: A closure that is called with the progress of the response.
  /// - Returns: The response with its whole content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func get(
    _ target: HTTP.Target,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: ((TransferProgress) -> Void)? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.get, target, query, headers, limit, accepted, self)
    return try await send(draft.finished(), onProgress: onProgress)
  }
}
