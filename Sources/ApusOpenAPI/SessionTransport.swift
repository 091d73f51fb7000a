#if OpenAPI
  internal import ApusHTTP
  internal import ApusHTTPTypes
  public import ApusSession
  public import FoundationEssentials
  public import HTTPTypes
  public import OpenAPIRuntime

  /// The transport of a client that swift-openapi-generator makes, over a session.
  ///
  ///     let url = try Servers.Server1.url()
  ///     let client = Client(serverURL: url, transport: SessionTransport(api))
  ///
  /// Bodies are streamed both ways. A body of known length is sent with `Content-Length`, another
  /// one in chunks. A body for several readings is sent again after a redirect that keeps it, and
  /// by the session's retries. The client judges each status itself. A response that is not read
  /// keeps its connection until it is released.
  ///
  /// The session's settings apply to each call: its timeouts, interceptors, credentials, proxies
  /// and redirects. If the URL of the server has no host, it is resolved against the session's
  /// base.
  public struct SessionTransport: ClientTransport {
    /// The session that sends the requests.
    public let session: HTTPSession

    /// Creates a transport that sends its requests over a session.
    ///
    /// - Parameter session: The session, which the transport does not shut down.
    public init(_ session: HTTPSession) { self.session = session }

    /// Sends a request, and returns the response as soon as its head has come.
    ///
    /// - Parameters:
    ///   - request: The head of the request, whose path continues that of the server.
    ///   - body: The content of the request.
    ///   - baseURL: The URL of the server.
    ///   - operationID: The name of the operation, which is not sent.
    /// - Returns: The head of the response and its content; nil if a response to such a request, or
    ///   of such a status, has none.
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
  /// The transport of a client that swift-openapi-generator makes, over a session.
  @available(*, unavailable, message: "enable the trait OpenAPI of the package apus")
  public struct SessionTransport {}
#endif
