public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Replaces a target by a value as JSON, and returns a value out of the answer.
  ///
  /// The value is encoded where the caller runs, so it need not be one that can be shared.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, json value: some Encodable,
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.put, target, query, headers, self)
    return try await send(draft.with(json: value), as: type)
  }

  /// Replaces a target by a value as JSON, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func put(
    _ target: some Target, query: RequestParameters? = nil, json value: some Encodable,
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.put, target, query, headers, self)
    return try await send(draft.with(json: value))
  }

  /// Replaces a target by a form, and returns a value out of the answer.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, form parameters: RequestParameters,
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.put, target, query, headers, self)
    return try await send(draft.with(form: parameters), as: type)
  }

  /// Replaces a target by a form, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func put(
    _ target: some Target, query: RequestParameters? = nil, form parameters: RequestParameters,
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.put, target, query, headers, self)
    return try await send(draft.with(form: parameters))
  }

  /// Replaces a target by a form of several parts, and returns a value out of the answer.
  ///
  /// Files are read as they are sent, and are never held.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, multipart parts: [Multipart.Part],
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.put, target, query, headers, self)
    return try await send(draft.with(multipart: parts), as: type)
  }

  /// Replaces a target by a form of several parts, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func put(
    _ target: some Target, query: RequestParameters? = nil, multipart parts: [Multipart.Part],
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.put, target, query, headers, self)
    return try await send(draft.with(multipart: parts))
  }

  /// Replaces a target by any content, and returns a value out of the answer.
  public nonisolated(nonsending) func put<Value: Decodable & SendableMetatype>(
    _ target: some Target, query: RequestParameters? = nil, body: HTTP.Body,
    headers: HTTP.Fields = [:], as type: Value.Type = Value.self
  ) async throws(HTTPSessionError) -> sending Value {
    let draft = try Draft(.put, target, query, headers, self)
    return try await send(draft.with(body), as: type)
  }

  /// Replaces a target by any content, and returns the answer.
  @discardableResult
  public nonisolated(nonsending) func put(
    _ target: some Target, query: RequestParameters? = nil, body: HTTP.Body,
    headers: HTTP.Fields = [:]
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let draft = try Draft(.put, target, query, headers, self)
    return try await send(draft.with(body))
  }
}
