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
    _ request: HTTP.Request, _ serializer: some ResponseSerializer<Value>
  ) async throws(HTTPSessionError) -> Value? {
    let response = try await collect(request, accepting: nil) { _ in }
    let serialized = serializer.serialize(response)
    guard let error = serialized.error else { return serialized.value }
    throw HTTPSessionError(
      HTTPSessionError.Reason(error.primary), request: request, response: response,
      underlying: error)
  }
}

extension HTTPSessionError.Reason {
  /// What a serializer found wrong, in the words that the session has for the same.
  init(_ cause: ResponseSerializationError.Cause) {
    switch cause {
    case .status(let code, _): self = .status(code)
    case .mediaType(let type, _): self = .mediaType(type ?? "")
    case .json, .value, .text, .other: self = .serialization(cause)
    }
  }
}
