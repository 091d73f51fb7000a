#if HTTPTypes
  public import ApusHTTP
  public import ApusSession
  public import HTTPTypes

  extension HTTPSession {
    /// Sends a request of swift-http-types, and returns the response with its whole content.
    ///
    ///     let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/users/7")
    ///     let (response, body) = try await api.send(head, body: .empty)
    ///
    /// - Parameters:
    ///   - request: The head of the request. Without an authority its path is a reference that the
    ///     session resolves against its base.
    ///   - body: The content of the request.
    ///   - limit: The time for the whole call; nil stands for the session's.
    ///   - accepted: The accepted statuses; nil stands for the session's.
    /// - Returns: The head of the response, and its content.
    /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled. For a head
    ///   that cannot be converted the error has the code `.invalidRequest`.
    public nonisolated(nonsending) func send(
      _ request: HTTPRequest, body: HTTP.Body = .empty, within limit: Duration? = nil,
      accepting accepted: HTTP.AcceptedStatuses? = nil
    ) async throws -> (response: HTTPResponse, body: [UInt8]) {
      let response = try await send(
        converted(request, body), within: limit, accepting: accepted)
      return (try converted(response.head), response.body)
    }

    /// Sends a request of swift-http-types, and returns the response as soon as its head has come.
    ///
    /// The content may be read at any time. It keeps its connection until it was read to its end,
    /// until `close` is called, or until it is released.
    ///
    /// - Parameters:
    ///   - request: The method, the target and the fields of the request.
    ///   - body: The content of the request.
    ///   - limit: The time for the head and the content; nil stands for the session's.
    ///   - accepted: The accepted statuses; nil stands for the session's.
    /// - Returns: The head of the response, and its content.
    /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
    public nonisolated(nonsending) func open(
      _ request: HTTPRequest, body: HTTP.Body = .empty, within limit: Duration? = nil,
      accepting accepted: HTTP.AcceptedStatuses? = nil
    ) async throws -> (response: HTTPResponse, body: ResponseContent) {
      let opened = try await open(converted(request, body), within: limit, accepting: accepted)
      return (try converted(opened.head), opened.body)
    }

    /// Sends a request of swift-http-types, and lends the response to a closure.
    ///
    /// - Parameters:
    ///   - request: The method, the target and the fields of the request.
    ///   - body: The content of the request.
    ///   - limit: The time for the whole call; nil stands for the session's.
    ///   - accepted: The statuses with which the closure runs; nil stands for the session's.
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

    /// Sends a request of swift-http-types, and returns the response as soon as its head has come.
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
