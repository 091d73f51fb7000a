#if OpenAPI
  internal import ApusHTTP
  internal import ApusHTTPTypes
  public import ApusSession
  public import ApusFoundation
  public import HTTPTypes
  public import OpenAPIRuntime

  /// A transport that sends the requests of a client from swift-openapi-generator over a session.
  ///
  ///     let url = try Servers.Server1.url()
  ///     let client = Client(serverURL: url, transport: SessionTransport(api))
  ///
  /// Request and response bodies are streamed. A body of known length is sent with
  /// `Content-Length`, and another body is sent in chunks. A body that can be iterated several
  /// times is sent again after a redirect that keeps the body, and in a retry of the session. The
  /// generated client handles each status code itself. An unread response occupies its connection
  /// until the response is released.
  ///
  /// The session's settings apply to each call: its timeouts, interceptors, credentials, proxies
  /// and redirects. A server URL without a host is resolved against the session's base.
  public struct SessionTransport: ClientTransport {
    /// The session that sends the requests of the client.
    public let session: HTTPSession

    /// Creates a transport that sends requests over a session.
    ///
    /// - Parameter session: The session, which the transport does not shut down.
    public init(_ session: HTTPSession) { self.session = session }

    /// Sends a request and returns the response as soon as its head has been received.
    ///
    /// - Parameters:
    ///   - request: The head of the request, whose path is appended to the server's path.
    ///   - body: The content of the request.
    ///   - baseURL: The URL of the server.
    ///   - operationID: The name of the operation, which is not sent.
    /// - Returns: The head of the response and its content. The content is nil if a response to the
    ///   method, or with the status code, has no content.
    /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
    public func send(
      _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
    ) async throws -> (HTTPResponse, HTTPBody?) {
      var request = request
      try request.move(below: baseURL.absoluteString)
      let (response, content) = try await session.open(
        request, body: try HTTP.Body(body), accepting: .any)
      guard response.mayHaveContent(for: request.method) else { return (response, nil) }
      let length = content.byteCount.map { HTTPBody.Length.known(Int64($0)) } ?? .unknown
      return (response, HTTPBody(content, length: length, iterationBehavior: .single))
    }
  }
#else
  /// A transport that sends the requests of a client from swift-openapi-generator over a session.
  @available(*, unavailable, message: "enable the trait OpenAPI of the package apus")
  public struct SessionTransport {}
#endif
