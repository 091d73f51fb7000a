public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Changes a target in part, by a value as JSON, and returns a value out of the answer.
  ///
  /// The value is encoded where the caller runs, so it need not be one that can be shared.
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, json value: some Encodable,
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.patch, target, query, headers, self)
    return try await send(draft.with(json: value), as: type)
  }

  /// Changes a target in part, by a value as JSON, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func patch(
    _ target: some Target, query: RequestParameters? = nil, json value: some Encodable,
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.patch, target, query, headers, self)
    return try await send(draft.with(json: value))
  }

  /// Changes a target in part, by a form, and returns a value out of the answer.
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, form parameters: RequestParameters,
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.patch, target, query, headers, self)
    return try await send(draft.with(form: parameters), as: type)
  }

  /// Changes a target in part, by a form, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func patch(
    _ target: some Target, query: RequestParameters? = nil, form parameters: RequestParameters,
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.patch, target, query, headers, self)
    return try await send(draft.with(form: parameters))
  }

  /// Changes a target in part, by a form of several parts, and returns a value out of the answer.
  ///
  /// Files are read as they are sent, and are never held.
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, multipart parts: [Multipart.Part],
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.patch, target, query, headers, self)
    return try await send(draft.with(multipart: parts), as: type)
  }

  /// Changes a target in part, by a form of several parts, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func patch(
    _ target: some Target, query: RequestParameters? = nil, multipart parts: [Multipart.Part],
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.patch, target, query, headers, self)
    return try await send(draft.with(multipart: parts))
  }

  /// Changes a target in part, by any content, and returns a value out of the answer.
  public nonisolated(nonsending) func patch<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, body: HTTP.Body,
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.patch, target, query, headers, self)
    return try await send(draft.with(body), as: type)
  }

  /// Changes a target in part, by any content, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func patch(
    _ target: some Target, query: RequestParameters? = nil, body: HTTP.Body,
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.patch, target, query, headers, self)
    return try await send(draft.with(body))
  }
}
