internal import ApusConnections
public import ApusHTTP

extension HTTPSession {
  /// A response whose content is read after the call has returned.
  ///
  ///     let dump = try await api.open(.get("dumps/today.tar"))
  ///     return ServerResponse(status: dump.status, body: dump.body)
  ///
  /// Any task may read the content once, at any time. The response keeps its connection until the
  /// content was read to its end or `close` is called. The response also releases its connection
  /// when the response, its body and all iterators are released.
  public struct OpenedResponse: Sendable {
    /// The status, the version and the header fields of the response.
    public let head: HTTP.ResponseHead
    /// The content of the response, which is received from the open connection.
    public let body: ResponseContent

    /// The status of the response.
    public var status: HTTP.Status { head.status }

    /// The header fields of the response.
    public var headers: HTTP.Fields { head.headers }

    /// The links of the response, such as `links[.next]`.
    public var links: HTTP.Links { head.links }

    /// The URL that responded, after redirects.
    public var url: HTTP.URL { body.answer.prepared.url }

    /// Closes the response; waiting reads and later reads throw an error.
    ///
    /// The connection is closed unless the whole response was already received. If the session is
    /// still sending the request body, the session stops sending it.
    public func close() { body.close() }
  }

  /// Sends a request, and returns the response as soon as its head is received.
  ///
  /// The caller can read the content at any time, or pass the content to a web framework. The
  /// session buffers at most one buffer of content that the caller has not read. The idle timeout
  /// applies only while a task waits for content.
  ///
  /// - Parameters:
  ///   - request: The request to send.
  ///   - limit: The time limit of the head and the content, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's
  ///     `acceptedStatuses`.
  ///   - redirects: The redirect policy of the call, or `nil` for the session's redirect policy.
  /// - Throws: `HTTPSessionError`. For a status code that is not accepted, the error contains the
  ///   response with the start of its content.
  public nonisolated(nonsending) func open(
    _ request: HTTP.Request, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil, redirects: RedirectPolicy? = nil
  ) async throws -> OpenedResponse {
    let watch = redirects.map { CallWatch(redirects: $0) }
    let response = try await opened(request.bounded(by: limit, accepted), watch)
    response.body.answer.content.outlivesCall()
    return response
  }

  /// Sends a request, and returns the response, which counts as a running call until the response
  /// is released.
  nonisolated(nonsending) func opened(
    _ request: HTTP.Request, _ watch: CallWatch?
  ) async throws -> OpenedResponse {
    let answer = try await openAccepted(request, watch)
    return OpenedResponse(
      head: answer.head,
      body: ResponseContent(
        answer: answer, session: self, coder: configuration.json, limits: configuration.limits))
  }

  /// Sends a request, and returns the open response, whose status code must be accepted.
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
