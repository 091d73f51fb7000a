internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// Asks for another protocol or a tunnel, and lends the raw connection to a closure.
  ///
  /// The request names the protocol in its `Upgrade` field, or its method is `CONNECT`. A server
  /// that keeps to HTTP is an error that carries its answer. The connection is closed at the end.
  ///
  /// RFC 9110 sections 7.8 and 9.3.6.
  public nonisolated(nonsending) func switchProtocol<Result>(
    _ request: HTTP.Request, within limit: Duration? = nil,
    _ body: nonisolated(nonsending) (HTTP.ResponseHead, RawStream) async throws -> Result
  ) async throws -> Result {
    let answer = try await perform(request.bounded(by: limit))
    guard let bytes = answer.content.rawBytes else {
      let response = answer.response(try await answer.collect(self)).response
      throw HTTPSessionError(
        .notSwitched(response.status.code), request: answer.prepared.whole,
        response: response.bounded(by: configuration.limits.byteCountInErrors))
    }
    let stream = RawStream(bytes)
    defer {
      stream.end()
      answer.content.close()
    }
    return try await body(answer.head, stream)
  }
}
