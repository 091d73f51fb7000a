internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a request, and returns the value that a serializer makes of the response.
  ///
  /// The returned value is `nil` if the response has no content.
  ///
  /// Only the serializer decides which responses are acceptable. The call copies the serializer at
  /// its start, so later changes of the caller's copy have no effect. The reason of the thrown
  /// error is the first fault that the serializer found in the response. A status code that is not
  /// accepted has priority over all other faults of the response. The error's `underlying` property
  /// contains all faults.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - serializer: The serializer that makes the value and decides which responses are
  ///     acceptable.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a request for a public function, and collects the response with any status code.
  private nonisolated(nonsending) func collectAny(
    _ request: HTTP.Request
  ) async throws -> CollectedResponse {
    do throws(HTTPSessionError) { return try await collect(request, accepting: .any) } catch {
      throw error.thrown
    }
  }

  /// Returns a copy of a request whose target is the whole URL, as errors show the request.
  func whole(_ request: HTTP.Request) -> HTTP.Request {
    var request = request
    if let (url, _) = try? defaults.resolve(request.target.text) { request.target = .url(url) }
    return request
  }

  /// Sends a request, and returns the response with the complete result of a serializer.
  ///
  ///     let (response, result) = try await api.result(of: .get("users/9"), using: serializer)
  ///
  /// Faults that the serializer finds are part of the result and are not thrown. A result can
  /// contain a value and an error. The result also contains the errors of all serializers that a
  /// `CompoundResponseSerializer` tried.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - serializer: The serializer that makes the value, and whose faults are part of the result.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Sends a request, and returns the response with the whole result of the session's serializer.
  ///
  /// If the session has no response serializer, the result contains a `JSON.Value` if the response
  /// is JSON that the configuration accepts.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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
  /// The response serializer that the session uses if the caller passes no serializer.
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
  /// Creates the error for the faults of a serializer, with the response that was not accepted.
  init(
    _ error: ResponseSerializationError, _ request: HTTP.Request, _ response: HTTP.Response
  ) {
    self.init(
      Reason(error.primary), request: request, response: response, underlying: error)
  }
}

extension HTTPSessionError.Reason {
  /// Converts the fault of a response serializer to the error reason of the session.
  init(_ cause: ResponseSerializationError.Cause) {
    switch cause {
    case .status(let code, _): self = .status(code)
    case .mediaType(let type, _): self = .mediaType(type ?? "")
    case .json, .value, .xml, .anotherType, .text, .other: self = .serialization(cause)
    }
  }
}
