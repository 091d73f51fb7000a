public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// Sends a request and returns the response with its whole content.
  ///
  /// A status that is not accepted is an error that carries the response.
  @concurrent @discardableResult
  public func send(_ request: HTTP.Request) async throws(HTTPSessionError) -> HTTP.Response {
    try await collect(request, accepting: configuration.acceptedStatuses) { _ in }
  }

  /// Sends a request, and tells how much of its body has been sent.
  @discardableResult
  public nonisolated(nonsending) func upload(
    _ request: HTTP.Request, progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> HTTP.Response {
    try await collect(
      request, accepting: configuration.acceptedStatuses, sent: progress)
  }

  /// Sends a request and collects the response, whose status must be accepted; nil accepts all.
  nonisolated(nonsending) func collect(
    _ request: HTTP.Request, accepting accepted: ClosedRange<Int>?,
    sent: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> HTTP.Response {
    var transfer = try Transfer.prepare(request, self)
    do throws(HTTPSessionError.Reason) {
      try await transfer.open(self, sent: sent)
      let response = try await transfer.collect(limit: configuration.limits.collected)
      if let accepted, !accepted.contains(response.status.code) {
        throw .status(response.status.code)
      }
      return response
    } catch {
      throw transfer.fail(error)
    }
  }
}
