internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// A response whose content has not been read, and which outlives its call.
  ///
  ///     let dump = try await api.open(.get("dumps/today.tar"))
  ///     return ServerResponse(status: dump.status, body: dump.body)
  ///
  /// Any task reads the content, at any time, once. The response keeps its connection until the
  /// content was read to its end, until `close` is called, or until the response, its body and all
  /// iterators are released.
  public struct OpenedResponse: Sendable {
    /// The status, the version and the headers.
    public let head: HTTP.ResponseHead
    /// The content, which keeps the connection.
    public let body: ResponseContent

    /// The status.
    public var status: HTTP.Status { head.status }

    /// The headers.
    public var headers: HTTP.Fields { head.headers }

    /// The links of the response, such as `links[.next]`.
    public var links: HTTP.Links { head.links }

    /// The URL that responded, after redirects.
    public var url: HTTP.URL { body.answer.prepared.url }

    /// Ends the response; later and waiting reads throw an error.
    ///
    /// The connection is closed unless the rest of the content was already received. A body of the
    /// request that is still being sent also ends.
    public func close() { body.close() }
  }

  /// Sends a request, and returns the response as soon as its head is received.
  ///
  /// The caller can read the content at any time, or pass it to a web framework. Only one buffer
  /// more than the read content is received, and the idle timeout runs only while a task waits for
  /// a piece.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the head and the content, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's `acceptedStatuses`.
  ///   - redirects: The policy for redirects, or nil for the session's.
  /// - Throws: `HTTPSessionError`. For a status that is not accepted, it has the response with the
  ///   start of its content.
  public nonisolated(nonsending) func open(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil, redirects: RedirectPolicy? = nil
  ) async throws -> OpenedResponse {
    let watch = redirects.map { CallWatch(redirects: $0) }
    let response = try await opened(request.bounded(by: limit, accepted), watch)
    response.body.answer.content.outlivesCall()
    return response
  }

  /// Sends a request, and returns its response, which counts as a call until it is released.
  nonisolated(nonsending) func opened(
    _ request: HTTP.Request, _ watch: CallWatch?
  ) async throws -> OpenedResponse {
    let answer = try await openAccepted(request, watch)
    return OpenedResponse(
      head: answer.head,
      body: ResponseContent(
        answer: answer, session: self, coder: configuration.json, limits: configuration.limits))
  }

  /// Sends a request, and returns the open response, whose status must be accepted.
  private nonisolated(nonsending) func openAccepted(
    _ request: HTTP.Request, _ watch: CallWatch?
  ) async throws -> OpenResponse {
    do throws(HTTPSessionError) {
      let answer = try await perform(request, watch)
      do throws(HTTPSessionError) {
        try await answer.expectAccepted(accepted(by: request), self)
        return answer
      } catch {
        answer.content.close()
        throw error
      }
    } catch {
      throw error.thrown
    }
  }
}
