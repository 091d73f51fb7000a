#if HTTPTypes
  public import ApusHTTP
  public import ApusSession
  public import HTTPTypes

  extension HTTPSession {
    /// Sends a request of swift-http-types and returns the response with its whole content.
    ///
    ///     let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/users/7")
    ///     let (response, body) = try await api.send(head, body: .empty)
    ///
    /// - Parameters:
    ///   - request: The head of the request. The path of a head without an authority is a reference
    ///     that the session resolves against its base.
    ///   - body: The content of the request.
    ///   - limit: The time limit of the whole call; nil means the session's limit.
    ///   - accepted: The accepted status codes; nil means the session's status codes.
    /// - Returns: The head of the response and its content.
    /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled. The error
    ///   for a head that cannot be converted has the code `.invalidRequest`.
    public nonisolated(nonsending) func send(
      _ request: HTTPRequest, body: HTTP.Body = .empty, within limit: Duration? = nil,
      accepting accepted: HTTP.AcceptedStatuses? = nil
    ) async throws -> (response: HTTPResponse, body: [UInt8]) {
      let response = try await send(
        converted(request, body), within: limit, accepting: accepted)
      return (try converted(response.head), response.body)
    }

    /// Sends a request of swift-http-types and returns the response as soon as its head has been
    /// received.
    ///
    /// The content may be read at any time. The response occupies its connection until the content
    /// was read to its end, until `close` is called, or until the content is released.
    ///
    /// - Parameters:
    ///   - request: The method, the target and the header fields of the request.
    ///   - body: The content of the request.
    ///   - limit: The time limit for the head and the content; nil means the session's limit.
    ///   - accepted: The accepted status codes; nil means the session's status codes.
    /// - Returns: The head of the response and its content.
    /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
    public nonisolated(nonsending) func open(
      _ request: HTTPRequest, body: HTTP.Body = .empty, within limit: Duration? = nil,
      accepting accepted: HTTP.AcceptedStatuses? = nil
    ) async throws -> (response: HTTPResponse, body: ResponseContent) {
      let opened = try await open(converted(request, body), within: limit, accepting: accepted)
      return (try converted(opened.head), opened.body)
    }

    /// Sends a request of swift-http-types and calls a closure with the response.
    ///
    /// - Parameters:
    ///   - request: The method, the target and the header fields of the request.
    ///   - body: The content of the request.
    ///   - limit: The time limit of the whole call; nil means the session's limit.
    ///   - accepted: The status codes that make the closure run; nil means the session's status
    ///     codes.
    ///   - read: The closure that reads the content.
    /// - Returns: The result of the closure.
    /// - Throws: `HTTPSessionError`, `CancellationError`, or the error of the closure.
    public nonisolated(nonsending) func stream<Result>(
      _ request: HTTPRequest, body: HTTP.Body = .empty, within limit: Duration? = nil,
      accepting accepted: HTTP.AcceptedStatuses? = nil,
      _ read: nonisolated(nonsending) (HTTPResponse, ResponseContent) async throws -> Result
    ) async throws -> Result {
      let (response, content) = try await open(
        request, body: body, within: limit, accepting: accepted)
      defer { content.close() }
      return try await read(response, content)
    }

    private func converted(
      _ head: HTTPRequest, _ body: HTTP.Body
    ) throws(HTTPSessionError) -> HTTP.Request {
      do throws(HTTPConversionError) { return try HTTP.Request(head, body: body) } catch {
        throw HTTPSessionError(HTTPSessionError.Code.invalidRequest, underlying: error)
      }
    }

    private func converted(_ head: HTTP.ResponseHead) throws(HTTPSessionError) -> HTTPResponse {
      do throws(HTTPConversionError) { return try HTTPResponse(head) } catch {
        throw HTTPSessionError(HTTPSessionError.Code.invalidResponse, underlying: error)
      }
    }
  }
#else
  public import ApusHTTP
  public import ApusSession

  extension HTTPSession {
    /// Sends a request of swift-http-types.
    @available(*, unavailable, message: "enable the trait HTTPTypes of the package apus")
    public func send<Request>(_ request: Request, body: HTTP.Body) async throws {}

    /// Sends a request of swift-http-types and returns the response as soon as its head has been
    /// received.
    @available(*, unavailable, message: "enable the trait HTTPTypes of the package apus")
    public func open<Request>(_ request: Request, body: HTTP.Body) async throws {}

    /// Sends a request of swift-http-types, and passes the response to a closure.
    @available(*, unavailable, message: "enable the trait HTTPTypes of the package apus")
    public func stream<Request, Response, Result>(
      _ request: Request, body: HTTP.Body,
      _ read: (Response, ResponseContent) async throws -> Result
    ) async throws {}
  }
#endif
