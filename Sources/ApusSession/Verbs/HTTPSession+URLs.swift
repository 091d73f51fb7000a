public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a GET request to a URL, and decodes a value from the response content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a GET request to a URL, and returns the decoded value with the response head.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value inside the `Response`.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a GET request to a URL, and returns the response with its content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a HEAD request to a URL, and returns the response with its content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends an OPTIONS request to a URL, and returns the response with its content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a DELETE request to a URL, and decodes a value from the response content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a DELETE request to a URL, and returns the decoded value with the response head.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value inside the `Response`.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a DELETE request to a URL, and returns the response with its content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a POST request to a URL, and decodes a value from the response content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a POST request to a URL, and returns the decoded value with the response head.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value inside the `Response`.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a POST request to a URL, and returns the response with its content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a PUT request to a URL, and decodes a value from the response content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a PUT request to a URL, and returns the decoded value with the response head.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value inside the `Response`.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a PUT request to a URL, and returns the response with its content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a PATCH request to a URL, and decodes a value from the response content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value that is decoded from the response content.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a PATCH request to a URL, and returns the decoded value with the response head.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - type: The type of the value inside the `Response`.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a PATCH request to a URL, and returns the response with its content.
  ///
  /// - Parameters:
  ///   - url: The whole URL of the request, such as an `HTTP.URL` or a `URL` of Foundation.
  ///   - content: The content of the request.
  ///   - query: The query parameters that the session adds to the URL of the request.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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
