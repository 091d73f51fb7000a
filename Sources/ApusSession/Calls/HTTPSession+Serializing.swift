internal import ApusConnections
public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// Sends a request, and returns the value that a serializer makes of the response.
  ///
  /// The value is nil if the response has no content.
  ///
  /// Only the serializer decides which responses are acceptable. The call uses its own copy from
  /// the start, so later changes of the caller's copy have no effect. The reason of the thrown
  /// error is the first fault that the serializer found, preceded by a status that is not accepted;
  /// the error's `underlying` has all faults.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - serializer: Makes the value, and alone decides which responses are acceptable.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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

  /// Returns a request in the form of errors, with its whole URL as target.
  func whole(_ request: HTTP.Request) -> HTTP.Request {
    var request = request
    if let (url, _) = try? defaults.resolve(request.target.text) { request.target = .url(url) }
    return request
  }

  /// Sends a request, and returns the response with all that a serializer makes of it.
  ///
  ///     let (response, result) = try await api.result(of: .get("users/9"), using: serializer)
  ///
  /// Faults that the serializer finds are part of the result and are not thrown. A result can have
  /// a value and an error, and the errors of all serializers that a `CompoundResponseSerializer`
  /// tried.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - serializer: Makes the value; its faults are part of the result and are not thrown.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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
  /// Without a serializer it is a `JSON.Value`, if the response is JSON that the configuration
  /// accepts.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
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
  /// The response serializer that is used if the caller names none.
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
  /// Creates the error of a serializer, with the response that has the fault.
  init(
    _ error: ResponseSerializationError, _ request: HTTP.Request, _ response: HTTP.Response
  ) {
    self.init(
      Reason(error.primary), request: request, response: response, underlying: error)
  }
}

extension HTTPSessionError.Reason {
  /// Converts a serializer's fault to the session's reason for the same failure.
  init(_ cause: ResponseSerializationError.Cause) {
    switch cause {
    case .status(let code, _): self = .status(code)
    case .mediaType(let type, _): self = .mediaType(type ?? "")
    case .json, .value, .xml, .anotherType, .text, .other: self = .serialization(cause)
    }
  }
}
