public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a GET request, and decodes the response.
  ///
  ///     let user = try await api.get("users/\(id)", as: User.self, within: .seconds(2))
  ///     let page: [User] = try await api.get("users", query: ["page": page, "tags": tags])
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  ///   - onProgress: A closure that is called with the progress of the response.
  /// - Returns: The value.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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

  /// Sends a GET request, and returns the value with the head of the response.
  ///
  ///     let result = try await api.get("users", as: HTTPSession.Response<[User]>.self)
  ///     print(result.value.count, result.headers[.etag] ?? "")
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  ///   - onProgress: A closure that is called with the progress of the response.
  /// - Returns: The value, the status, the headers and the URL of the response.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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

  /// Sends a GET request, and returns the response.
  ///
  ///     let text = try await api.get("robots.txt").text
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  ///   - onProgress: A closure that is called with the progress of the response.
  /// - Returns: The response with its content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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
