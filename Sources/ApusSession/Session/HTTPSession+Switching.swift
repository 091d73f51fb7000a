public import ApusHTTP

extension HTTPSession {
  /// Asks for another protocol or a tunnel, and lends the raw connection to a closure.
  ///
  /// The request names the protocol in its `Upgrade` field, or its method is `CONNECT`. A server
  /// that keeps to HTTP is an error that carries its answer. The connection is closed at the end.
  ///
  /// RFC 9110 sections 7.8 and 9.3.6.
  public nonisolated(nonsending) func switchProtocol<Result>(
    _ request: HTTP.Request,
    _ body: nonisolated(nonsending) (HTTP.ResponseHead, RawStream) async throws -> Result
  ) async throws -> Result {
    var transfer = try Transfer.prepare(request, self)
    var lent: RawStream?
    do throws(HTTPSessionError.Reason) {
      try await transfer.open(self)
      if let connection = transfer.connection, connection.conversation.exchange.isSwitched {
        lent = RawStream(connection)
      } else {
        let response = try await transfer.collect(limit: configuration.limits.collected)
        throw .notSwitched(response.status.code)
      }
    } catch {
      throw transfer.fail(error)
    }
    guard let stream = lent, let head = transfer.head else { throw transfer.fail(.noResponse) }
    do {
      let result = try await body(head, stream)
      stream.end()
      await transfer.end(draining: false)
      return result
    } catch {
      stream.end()
      await transfer.end(draining: false)
      throw error
    }
  }
}
