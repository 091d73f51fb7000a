public import ApusHTTP

extension HTTPSession {
  /// Sends a request, and returns the response with its whole content.
  ///
  /// A status that is not accepted is an error that carries the response.
  @concurrent @discardableResult
  public func send(
    _ request: HTTP.Request, within limit: Duration? = nil
  ) async throws(HTTPSessionError) -> HTTP.Response {
    try await collect(request.bounded(by: limit), accepting: configuration.acceptedStatuses)
  }

  /// Sends a request, and tells how much of its body has been sent.
  @discardableResult
  public nonisolated(nonsending) func upload(
    _ request: HTTP.Request, within limit: Duration? = nil,
    onProgress: @escaping (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> HTTP.Response {
    try await collect(
      request.bounded(by: limit), accepting: configuration.acceptedStatuses, sent: onProgress)
  }

  /// Sends a request and collects the response, whose status must be accepted; nil accepts all.
  nonisolated(nonsending) func collect(
    _ request: HTTP.Request, accepting accepted: ClosedRange<Int>?,
    sent: @escaping (TransferProgress) -> Void = { _ in },
    received: ((TransferProgress) -> Void)? = nil
  ) async throws(HTTPSessionError) -> HTTP.Response {
    let answer = try await perform(request, sent: sent)
    let response = try await answer.collect(self, received)
    if let accepted, !accepted.contains(response.status.code) {
      throw answer.unaccepted(response, configuration.limits.byteCountInErrors)
    }
    return response
  }
}
