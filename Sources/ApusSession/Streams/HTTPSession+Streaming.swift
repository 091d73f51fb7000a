internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// Sends a request, and passes the head and the content of the response to a closure.
  ///
  ///     let count = try await api.stream(.get("dumps/today.tar")) { head, body in
  ///       var count = 0
  ///       for try await piece in body { count += piece.count }
  ///       return count
  ///     }
  ///
  /// The closure runs on the caller's executor, so an actor may use its own state in the closure.
  /// An error that the streaming closure throws reaches the caller unchanged. If the closure does
  /// not read all content, the connection is closed, unless the whole response was already
  /// received.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes for which the closure runs, or `nil` for the session's
  ///     `acceptedStatuses`. With `.any`, the closure checks the status code itself.
  ///   - redirects: The redirect policy of the call, or `nil` for the session's redirect policy.
  ///   - body: The closure that reads the content.
  /// - Returns: The result of the closure.
  /// - Throws: `HTTPSessionError`, or the error that the closure throws. A status code that is not
  ///   accepted is an error before the closure runs. The error contains the response with at most
  ///   `limits.byteCountInErrors` bytes of the content, which must arrive within `timeouts.idle`.
  public nonisolated(nonsending) func stream<Result: ~Copyable>(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil, redirects: RedirectPolicy? = nil,
    _ body: nonisolated(nonsending) (HTTP.ResponseHead, ResponseContent) async throws -> Result
  ) async throws -> Result {
    let watch = redirects.map { CallWatch(redirects: $0) }
    let response = try await opened(request.bounded(by: limit, accepted), watch)
    defer {
      response.close()
      // The call counts as ended even if the program stores the body, because a task that still
      // reads ends soon.
      response.body.answer.content.call?.leave()
    }
    return try await body(response.head, response.body)
  }

  /// Sends a request for a stream of events, and passes the events to a closure.
  ///
  /// The event stream ends when the server ends it, and the session does not connect again. To
  /// connect again automatically, use `events(_:reconnecting:_:)`. A status code outside of 200 to
  /// 299, or a status code that the session does not accept, is an error before the closure runs.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  ///   - body: The closure that reads the events. The connection closes if the closure returns
  ///     before the end of the stream.
  /// - Throws: `HTTPSessionError`, `CancellationError`, or the error that the closure throws.
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
