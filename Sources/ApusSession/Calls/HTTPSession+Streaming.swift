public import ApusHTTP

extension HTTPSession {
  /// Sends a request and lends the response, whatever its status, for as long as a closure runs.
  ///
  /// The closure runs where the caller runs, so that an actor may use its own state in it. What
  /// it throws comes out as it is. Content that it leaves unread is dropped with the connection,
  /// unless all of it has come already.
  public nonisolated(nonsending) func stream<Result>(
    _ request: HTTP.Request, within limit: Duration? = nil,
    _ body: nonisolated(nonsending) (HTTP.ResponseHead, ResponseContent) async throws -> Result
  ) async throws -> Result {
    let answer = try await perform(request.bounded(by: limit))
    defer { answer.content.close() }
    let content = ResponseContent(
      answer: answer, session: self, coder: configuration.json, limits: configuration.limits)
    return try await body(answer.head, content)
  }

  /// Sends a request for a stream of events and lends them for as long as a closure runs.
  ///
  /// The stream ends when the server ends it; nothing connects again by itself: see
  /// `events(_:reconnecting:_:)`.
  public nonisolated(nonsending) func events<Result>(
    _ request: HTTP.Request, within limit: Duration? = nil,
    _ body: nonisolated(nonsending) (ResponseContent.Events) async throws -> Result
  ) async throws -> Result {
    let request = request.bounded(by: limit).askingForEvents
    return try await stream(request) { head, content in
      try await content.expectEvents(head, of: request)
      return try await body(content.events)
    }
  }
}
