internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// Requests another protocol or a tunnel, and passes the raw connection to a closure.
  ///
  /// The request names the protocol in its `Upgrade` field, or its method is `CONNECT`. If the
  /// server continues with HTTP, the thrown error contains the server's response. The raw
  /// connection is closed when the closure returns.
  ///
  /// RFC 9110 sections 7.8 and 9.3.6.
  ///
  /// - Parameters:
  ///   - request: The request with an `Upgrade` field, or with the method `CONNECT`.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - body: The closure that uses the raw connection.
  /// - Throws: `HTTPSessionError`, `CancellationError`, or the error that the closure throws.
  public nonisolated(nonsending) func switchProtocol<Result>(
    _ request: HTTP.Request, within limit: Duration? = nil,
    _ body: nonisolated(nonsending) (HTTP.ResponseHead, RawStream) async throws -> Result
  ) async throws -> Result {
    let (answer, bytes) = try await switched(request.bounded(by: limit))
    let stream = RawStream(bytes)
    defer {
      stream.end()
      answer.content.close()
    }
    return try await body(answer.head, stream)
  }

  private nonisolated(nonsending) func switched(
    _ request: HTTP.Request
  ) async throws -> (OpenResponse, RawBytes) {
    do throws(HTTPSessionError) {
      let answer = try await perform(request)
      if let bytes = answer.content.rawBytes { return (answer, bytes) }
      let response = answer.response(try await answer.collect(self)).response
      throw HTTPSessionError(
        .notSwitched(response.status.code), request: answer.prepared.whole,
        response: response.bounded(by: configuration.limits.byteCountInErrors))
    } catch {
      throw error.thrown
    }
  }
}
