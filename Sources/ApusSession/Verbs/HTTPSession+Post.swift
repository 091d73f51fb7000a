public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Hands a value as JSON over, and returns a value out of the answer.
  ///
  /// The value is encoded where the caller runs, so it need not be one that can be shared.
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, json value: some Encodable,
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.post, target, query, headers, self)
    return try await send(draft.with(json: value), as: type)
  }

  /// Hands a value as JSON over, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func post(
    _ target: some Target, query: RequestParameters? = nil, json value: some Encodable,
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.post, target, query, headers, self)
    return try await send(draft.with(json: value))
  }

  /// Hands a form over, and returns a value out of the answer.
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, form parameters: RequestParameters,
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.post, target, query, headers, self)
    return try await send(draft.with(form: parameters), as: type)
  }

  /// Hands a form over, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func post(
    _ target: some Target, query: RequestParameters? = nil, form parameters: RequestParameters,
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.post, target, query, headers, self)
    return try await send(draft.with(form: parameters))
  }

  /// Hands a form of several parts over, and returns a value out of the answer.
  ///
  /// Files are read as they are sent, and are never held.
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, multipart parts: [Multipart.Part],
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.post, target, query, headers, self)
    return try await send(draft.with(multipart: parts), as: type)
  }

  /// Hands a form of several parts over, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func post(
    _ target: some Target, query: RequestParameters? = nil, multipart parts: [Multipart.Part],
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.post, target, query, headers, self)
    return try await send(draft.with(multipart: parts))
  }

  /// Hands any content over, and returns a value out of the answer.
  public nonisolated(nonsending) func post<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, body: HTTP.Body,
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.post, target, query, headers, self)
    return try await send(draft.with(body), as: type)
  }

  /// Hands any content over, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func post(
    _ target: some Target, query: RequestParameters? = nil, body: HTTP.Body,
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.post, target, query, headers, self)
    return try await send(draft.with(body))
  }
}
