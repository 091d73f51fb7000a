extension HTTPSession {
  /// Code that runs between a session's requests and the network.
  ///
  ///     $0.interceptors.append { request, next in
  ///       var request = request
  ///       request.headers["X-Trace"] = "1"
  ///       return try await next(request)
  ///     }
  ///
  /// An interceptor may change the request, respond without calling `next`, inspect or change the
  /// response, and call `next` repeatedly. It runs in the task of the call, on the executor of the
  /// caller. An error that it throws ends the call, and is `underlying` of the call's error unless
  /// it is an `HTTPSessionError`.
  ///
  /// The timeout of the call continues during an interceptor. After it, `next` fails at once with
  /// the code `.timedOut`, and no request is sent. The interceptor itself is not abandoned: the
  /// call ends when it returns, and a response that it returns is the caller's.
  /// `InterceptedRequest.timeLeft` is the remaining time.
  public struct Interceptor: Sendable {
    /// The work of an interceptor, which is given a request, and `next` to send it.
    public typealias Body =
      nonisolated(nonsending) @Sendable (InterceptedRequest, Next) async throws ->
      InterceptedAnswer

    let run: Body

    /// Makes an interceptor of a closure.
    ///
    /// - Parameter run: The closure, which receives a request and the rest of the way to the
    ///   server.
    public init(_ run: @escaping Body) { self.run = run }

    /// The next step of a request: the next interceptor, or the server after the last one.
    public struct Next {
      private let interceptors: [Interceptor]
      private let index: Int
      private let end: any InterceptorsEnd

      /// Creates the path through some interceptors to its end.
      init(through interceptors: [Interceptor], to end: any InterceptorsEnd) {
        self.init(interceptors, 0, end)
      }

      private init(_ interceptors: [Interceptor], _ index: Int, _ end: any InterceptorsEnd) {
        self.interceptors = interceptors
        self.index = index
        self.end = end
      }

      /// Sends the request, and returns the response, whose content is not yet read.
      ///
      /// - Parameter request: The request to pass on, changed or not.
      /// - Throws: The code `.timedOut` at once if the call's timeout has expired.
      public nonisolated(nonsending) func callAsFunction(
        _ request: InterceptedRequest
      ) async throws -> InterceptedAnswer {
        try request.expectTime()
        guard index < interceptors.count else { return try await end.send(request) }
        return try await interceptors[index].run(request, Next(interceptors, index + 1, end))
      }
    }
  }
}

extension [HTTPSession.Interceptor] {
  /// Adds an interceptor after all others, closest to the server.
  ///
  /// - Parameter run: The closure, which receives a request and the rest of the way to the server.
  public mutating func append(_ run: @escaping HTTPSession.Interceptor.Body) {
    append(HTTPSession.Interceptor(run))
  }
}

/// The code after the last interceptor.
protocol InterceptorsEnd: AnyObject {
  nonisolated(nonsending) func send(
    _ request: HTTPSession.InterceptedRequest
  ) async throws -> HTTPSession.InterceptedAnswer
}
