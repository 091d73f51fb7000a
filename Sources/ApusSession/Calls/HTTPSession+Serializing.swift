internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a request and returns what a serializer makes of the response.
  ///
  /// That is nil where the response has no content to make anything of.
  ///
  /// The serializer alone says which responses are acceptable. It is the call's own from the start:
  /// nothing that happens to the caller's copy reaches it. What it finds wrong is the error's
  /// reason, with a status that is not accepted first; the error's `underlying` says all of it.
  @concurrent
  public func send<Value>(
    _ request: HTTP.Request, using serializer: some ResponseSerializer<Value>,
    within limit: Duration? = nil
  ) async throws -> Value? {
    let answer = try await collectAny(request.bounded(by: limit))
    let serialized = serializer.serialize(answer.response)
    answer.note(serialized, by: serializer)
    guard let error = serialized.error else { return serialized.value }
    throw HTTPSessionError(error, whole(request), answer.response)
  }

  /// Sends a request for a public call, and collects the response with any status.
  private nonisolated(nonsending) func collectAny(
    _ request: HTTP.Request
  ) async throws -> CollectedResponse {
    do throws(HTTPSessionError) { return try await collect(request, accepting: .any) } catch {
      throw error.thrown
    }
  }

  /// A request as errors show it, with its whole URL as target.
  func whole(_ request: HTTP.Request) -> HTTP.Request {
    var request = request
    if let (url, _) = try? defaults.resolve(request.target.text) { request.target = .url(url) }
    return request
  }

  /// Sends a request, and returns the response with all that a serializer makes of it.
  ///
  ///     let (response, result) = try await api.result(of: .get("users/9"), using: serializer)
  ///
  /// What the serializer finds wrong is not thrown: a value and an error may stand side by side,
  /// and so do the errors of those that a `CompoundResponseSerializer` has tried in vain.
  @concurrent
  public func result<Value>(
    of request: HTTP.Request, using serializer: some ResponseSerializer<Value>,
    within limit: Duration? = nil
  ) async throws -> (
    response: HTTP.Response, result: SerializedResponse<Value>
  ) {
    let answer = try await collectAny(request.bounded(by: limit))
    let serialized = serializer.serialize(answer.response)
    answer.note(serialized, by: serializer)
    return (answer.response, serialized)
  }

  /// Sends a request, and returns the response with all that the session's serializer makes of it.
  ///
  /// Without one that is a `JSON.Value`, if the answer is such JSON as the configuration accepts.
  @concurrent
  public func result(
    of request: HTTP.Request, within limit: Duration? = nil
  ) async throws -> (
    response: HTTP.Response, result: SerializedResponse<any Sendable>
  ) {
    let serializer = responseSerializer ?? configuration.jsonSerializer
    let answer = try await collectAny(request.bounded(by: limit))
    let serialized = serializer.serializeAny(answer.response)
    answer.note(serialized, by: serializer)
    return (answer.response, serialized)
  }
}

extension HTTPSession.Configuration {
  /// What stands in for a response serializer where none is named.
  fileprivate var jsonSerializer: any ResponseSerializer {
    var serializer = JSONResponseSerializer()
    serializer.validation.statuses = acceptedStatuses.ranges
    serializer.validation.mediaTypes = jsonTypes
    serializer.validation.matching = .suffixes
    serializer.allowsFragments = true
    return serializer
  }
}

extension HTTPSessionError {
  /// What a serializer found wrong, with the response in which it did.
  init(
    _ error: ResponseSerializationError, _ request: HTTP.Request, _ response: HTTP.Response
  ) {
    self.init(
      Reason(error.primary), request: request, response: response, underlying: error)
  }
}

extension HTTPSessionError.Reason {
  /// What a serializer found wrong, in the words that the session has for the same.
  init(_ cause: ResponseSerializationError.Cause) {
    switch cause {
    case .status(let code, _): self = .status(code)
    case .mediaType(let type, _): self = .mediaType(type ?? "")
    case .json, .value, .xml, .anotherType, .text, .other: self = .serialization(cause)
    }
  }
}
