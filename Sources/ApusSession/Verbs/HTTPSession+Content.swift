public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a POST request with content, and decodes the response.
  ///
  ///     let made = try await api.post("users", .json(user), as: User.self)
  ///     try await api.post("search", .form(["words": words, "page": page]))
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.post, target, query, headers, limit, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a POST request with content, and returns the decoded response and its head.
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    valueAndHead type: Value.Type, within limit: Duration? = nil
  ) async throws -> sending (value: Value, head: HTTP.ResponseHead) {
    let draft = try Draft(.post, target, query, headers, limit, self)
    return try await valueAndHead(of: draft.with(content), as: type)
  }

  /// Sends a POST request with content, and returns the response.
  @discardableResult
  public nonisolated(nonsending) func post(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters? = nil, headers: HTTP.Fields = [:], within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.post, target, query, headers, limit, self)
    return try await send(draft.with(content))
  }

  /// Sends a PUT request with content, and decodes the response.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.put, target, query, headers, limit, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a PUT request with content, and returns the decoded response and its head.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    valueAndHead type: Value.Type, within limit: Duration? = nil
  ) async throws -> sending (value: Value, head: HTTP.ResponseHead) {
    let draft = try Draft(.put, target, query, headers, limit, self)
    return try await valueAndHead(of: draft.with(content), as: type)
  }

  /// Sends a PUT request with content, and returns the response.
  @discardableResult
  public nonisolated(nonsending) func put(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters? = nil, headers: HTTP.Fields = [:], within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.put, target, query, headers, limit, self)
    return try await send(draft.with(content))
  }

  /// Sends a PATCH request with content, and decodes the response.
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    let draft = try Draft(.patch, target, query, headers, limit, self)
    return try await send(draft.with(content), as: type)
  }

  /// Sends a PATCH request with content, and returns the decoded response and its head.
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters? = nil, headers: HTTP.Fields = [:],
    valueAndHead type: Value.Type, within limit: Duration? = nil
  ) async throws -> sending (value: Value, head: HTTP.ResponseHead) {
    let draft = try Draft(.patch, target, query, headers, limit, self)
    return try await valueAndHead(of: draft.with(content), as: type)
  }

  /// Sends a PATCH request with content, and returns the response.
  @discardableResult
  public nonisolated(nonsending) func patch(
    _ target: HTTP.Target, _ content: HTTP.Content = .body(.empty),
    query: RequestParameters? = nil, headers: HTTP.Fields = [:], within limit: Duration? = nil
  ) async throws -> HTTP.Response {
    let draft = try Draft(.patch, target, query, headers, limit, self)
    return try await send(draft.with(content))
  }

  /// Sends a POST request with content, and tells how much of it has been sent.
  @discardableResult
  public nonisolated(nonsending) func upload(
    _ target: HTTP.Target, _ content: HTTP.Content, query: RequestParameters? = nil,
    headers: HTTP.Fields = [:], within limit: Duration? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws -> HTTP.Response {
    let draft = try Draft(.post, target, query, headers, limit, self)
    return try await upload(draft.with(content), onProgress: onProgress)
  }
}
