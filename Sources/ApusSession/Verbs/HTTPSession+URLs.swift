public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends GET to a URL, and decodes the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    try await get(
      url.target, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends GET to a URL, and decodes the response, whose head is returned too.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type of the value, within `Response`.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func get<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Response<Value> {
    try await get(
      url.target, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends GET to a URL, and returns the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func get(
    _ url: some HTTP.TargetConvertible,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    try await get(
      url.target, query: query, headers: headers, within: limit,
      accepting: accepted)
  }

  /// Sends HEAD to a URL, and returns the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func head(
    _ url: some HTTP.TargetConvertible,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    try await head(
      url.target, query: query, headers: headers, within: limit,
      accepting: accepted)
  }

  /// Sends OPTIONS to a URL, and returns the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func options(
    _ url: some HTTP.TargetConvertible,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    try await options(
      url.target, query: query, headers: headers, within: limit,
      accepting: accepted)
  }

  /// Sends DELETE to a URL, and decodes the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    try await delete(
      url.target, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends DELETE to a URL, and decodes the response, whose head is returned too.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type of the value, within `Response`.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func delete<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Response<Value> {
    try await delete(
      url.target, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends DELETE to a URL, and returns the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func delete(
    _ url: some HTTP.TargetConvertible,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    try await delete(
      url.target, query: query, headers: headers, within: limit,
      accepting: accepted)
  }

  /// Sends POST to a URL, and decodes the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    try await post(
      url.target, content, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends POST to a URL, and decodes the response, whose head is returned too.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type of the value, within `Response`.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Response<Value> {
    try await post(
      url.target, content, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends POST to a URL, and returns the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func post(
    _ url: some HTTP.TargetConvertible, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    try await post(
      url.target, content, query: query, headers: headers, within: limit,
      accepting: accepted)
  }

  /// Sends PUT to a URL, and decodes the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    try await put(
      url.target, content, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends PUT to a URL, and decodes the response, whose head is returned too.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type of the value, within `Response`.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Response<Value> {
    try await put(
      url.target, content, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends PUT to a URL, and returns the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func put(
    _ url: some HTTP.TargetConvertible, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    try await put(
      url.target, content, query: query, headers: headers, within: limit,
      accepting: accepted)
  }

  /// Sends PATCH to a URL, and decodes the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type to decode.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Value {
    try await patch(
      url.target, content, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends PATCH to a URL, and decodes the response, whose head is returned too.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - type: The type of the value, within `Response`.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ url: some HTTP.TargetConvertible, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    as type: Response<Value>.Type = Response<Value>.self,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> sending Response<Value> {
    try await patch(
      url.target, content, query: query, headers: headers, as: type, within: limit,
      accepting: accepted)
  }

  /// Sends PATCH to a URL, and returns the response.
  ///
  /// - Parameters:
  ///   - url: The whole URL, such as an `HTTP.URL` or one of Foundation's.
  ///   - content: The content of the request.
  ///   - query: The names and values that are added to the query of the target.
  ///   - headers: The headers of this request, in addition to the session's.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func patch(
    _ url: some HTTP.TargetConvertible, _ content: HTTP.Body = .empty,
    query: HTTP.Query? = nil, headers: HTTP.Fields = [:],
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil
  ) async throws -> HTTP.Response {
    try await patch(
      url.target, content, query: query, headers: headers, within: limit,
      accepting: accepted)
  }
}
