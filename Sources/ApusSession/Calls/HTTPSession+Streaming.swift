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
  /// The stream ends when the server ends it; nothing connects again by itself.
  public nonisolated(nonsending) func events<Result>(
    _ request: HTTP.Request, within limit: Duration? = nil,
    _ body: nonisolated(nonsending) (ResponseContent.Events) async throws -> Result
  ) async throws -> Result {
    var request = request.bounded(by: limit)
    if !request.headers.contains(.accept) { request.headers[.accept] = "text/event-stream" }
    return try await stream(request) { [request] head, content in
      guard head.status.isSuccess else {
        let body = try await content.collect(upTo: 65_536)
        throw HTTPSessionError(
          .status(head.status.code), request: request,
          response: HTTP.Response(head, body: body))
      }
      let type = head.fields[.contentType]
      let parsed = type.flatMap { try? HTTP.MediaType(ignoringParametersOf: $0.bytes.span) }
      guard parsed?.type == "text", parsed?.subtype == "event-stream" else {
        throw HTTPSessionError(
          .mediaType(type.map(\.description) ?? ""), request: request,
          response: HTTP.Response(head))
      }
      return try await body(content.events)
    }
  }
}
