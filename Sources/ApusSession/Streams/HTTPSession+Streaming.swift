internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// Sends a request, and provides the response while a closure runs.
  ///
  ///     let count = try await api.stream(.get("dumps/today.tar")) { head, body in
  ///       var count = 0
  ///       for try await piece in body { count += piece.count }
  ///       return count
  ///     }
  ///
  /// The closure runs on the caller's executor, so an actor may use its own state in it. An error
  /// that it throws is rethrown unchanged. Unread content is dropped with its connection, unless
  /// all of it was already received.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The statuses with which the closure runs, or nil for the session's
  ///     `acceptedStatuses`. With `.any` the closure checks the status itself.
  ///   - redirects: The policy for redirects, or nil for the session's.
  ///   - body: The closure that reads the content.
  /// - Returns: The result of the closure.
  /// - Throws: `HTTPSessionError`, or the error of the closure. A status that is not accepted is an
  ///   error before the closure runs. It carries the response with as much of the content as
  ///   `limits.byteCountInErrors` allows and as comes within `timeouts.idle`.
  public nonisolated(nonsending) func stream<Result: ~Copyable>(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil, redirects: RedirectPolicy? = nil,
    _ body: nonisolated(nonsending) (HTTP.ResponseHead, ResponseContent) async throws -> Result
  ) async throws -> Result {
    let watch = redirects.map { CallWatch(redirects: $0) }
    let response = try await opened(request.bounded(by: limit, accepted), watch)
    defer {
      response.close()
      // A task that still reads ends soon, and the body may be kept: the call has ended.
      response.body.answer.content.call?.leave()
    }
    return try await body(response.head, response.body)
  }

  /// Sends a request for a stream of events, and provides them while a closure runs.
  ///
  /// The stream ends when the server ends it, without a new connection: see
  /// `events(_:reconnecting:_:)`. A status outside of 200 to 299, or one that the session does not
  /// accept, is an error before the closure runs.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  ///   - body: The closure that reads the events; the connection closes when it returns before the
  ///     end.
  /// - Throws: `HTTPSessionError`, `CancellationError`, or the error of the closure.
  public nonisolated(nonsending) func events<Result>(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil,
    _ body: nonisolated(nonsending) (ResponseContent.Events) async throws -> Result
  ) async throws -> Result {
    let request = request.bounded(by: limit, accepted).askingForEvents
    return try await stream(request) { head, content in
      do throws(HTTPSessionError) {
        try await content.expectEvents(head, of: whole(request))
      } catch {
        throw error.thrown
      }
      return try await body(content.events)
    }
  }
}
