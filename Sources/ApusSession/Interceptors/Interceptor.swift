public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// Code that stands between a session's requests and the network.
  ///
  ///     $0.interceptors.append { request, next in
  ///       var request = request
  ///       request.headers["X-Trace"] = "1"
  ///       return try await next(request)
  ///     }
  ///
  /// An interceptor may change the request, answer it without asking `next`, look at the answer or
  /// change it, and ask again. It runs in the task of the call, where the caller runs. What it
  /// throws ends the call, and is `underlying` of the call's error unless it is one itself.
  public struct Interceptor: Sendable {
    /// What an interceptor does: it is given a request, and `next` to send it.
    public typealias Body =
      nonisolated(nonsending) @Sendable (InterceptedRequest, Next) async throws ->
      InterceptedAnswer

    let run: Body

    /// Makes an interceptor of a closure.
    public init(_ run: @escaping Body) { self.run = run }

    /// Sends the request on: to the next interceptor, or after the last one to the server.
    public struct Next {
      let send: nonisolated(nonsending) (InterceptedRequest) async throws -> InterceptedAnswer

      /// Sends a request on, and returns the answer whose content is still to come.
      public nonisolated(nonsending) func callAsFunction(
        _ request: InterceptedRequest
      ) async throws -> InterceptedAnswer {
        try await send(request)
      }
    }
  }

  /// A request on its way through interceptors.
  ///
  /// The parts of `request` can be named directly: `request.headers` is `request.request.headers`.
  @dynamicMemberLookup
  public struct InterceptedRequest: Sendable {
    /// The request as it would be sent; the target is its whole URL.
    public var request: HTTP.Request
    /// The URL that is asked.
    public let url: HTTP.URL
    /// Whether it goes to a server that is neither the base's nor named in `origins`.
    public let isForeignOrigin: Bool
    /// How many requests the call has sent before this one.
    public let sentCount: Int
    /// The redirects that have led here, the first one first.
    public let redirects: [HTTP.Redirect]
    let services: CallServices

    /// How long the call may still take; nil where nothing bounds it.
    public var timeLeft: Duration? { services.deadline.remaining(from: services.time.now) }

    /// Names a part of the request.
    public subscript<Value>(dynamicMember path: WritableKeyPath<HTTP.Request, Value>) -> Value {
      get { request[keyPath: path] }
      set { request[keyPath: path] = newValue }
    }
  }
}

extension [HTTPSession.Interceptor] {
  /// Adds an interceptor behind all others, so that it is nearest to the server.
  public mutating func append(_ run: @escaping HTTPSession.Interceptor.Body) {
    append(HTTPSession.Interceptor(run))
  }

  /// Sends a request through all of these, and then on its way.
  nonisolated(nonsending) func run(
    _ request: HTTPSession.InterceptedRequest, from index: Int = 0,
    _ last:
      nonisolated(nonsending) @escaping (HTTPSession.InterceptedRequest) async throws ->
      HTTPSession.InterceptedAnswer
  ) async throws -> HTTPSession.InterceptedAnswer {
    guard index < count else { return try await last(request) }
    let next = HTTPSession.Interceptor.Next { try await run($0, from: index + 1, last) }
    return try await self[index].run(request, next)
  }
}

/// What a session lends to the interceptors that come with it.
struct CallServices: Sendable {
  /// The session's own tasks.
  let nursery: Nursery
  /// What keeps deadlines.
  let loop: EventLoop
  let time: TimeSource
  /// Until when the call may take.
  let deadline: Deadline
}
