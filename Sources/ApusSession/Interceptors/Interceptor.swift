extension HTTPSession {
  /// A closure that runs between a session's requests and the network.
  ///
  ///     $0.interceptors.append { request, next in
  ///       var request = request
  ///       request.headers["X-Trace"] = "1"
  ///       return try await next(request)
  ///     }
  ///
  /// An interceptor may change the request, respond without calling `next`, inspect or change the
  /// response, and call `next` repeatedly. The interceptor runs in the task of the call, on the
  /// executor of the caller. An error that the interceptor throws ends the call. Unless it is an
  /// `HTTPSessionError`, the thrown error is the `underlying` error of the call's error.
  ///
  /// The timeout of the call also limits the time that interceptors use. After the timeout, `next`
  /// fails at once with the error code `.timedOut`, and the session sends no request. The session
  /// does not abandon an interceptor: the call ends when the interceptor returns. The caller
  /// receives the response that the interceptor returns. The remaining time is
  /// `InterceptedRequest.timeLeft`.
  public struct Interceptor: Sendable {
    /// The function of an interceptor, which receives a request and a `next` function.
    public typealias Body =
      nonisolated(nonsending) @Sendable (InterceptedRequest, Next) async throws ->
      InterceptedAnswer

    let run: Body

    /// Creates an interceptor from a closure.
    ///
    /// - Parameter run: The closure, which receives a request and the function that sends the
    ///   request on to the server.
    public init(_ run: @escaping Body) { self.run = run }

    /// The function that passes a request to the next interceptor, or to the server after the last
    /// interceptor.
    public struct Next {
      private let interceptors: [Interceptor]
      private let index: Int
      private let end: any InterceptorsEnd

      /// Creates the chain of interceptors for a request, with the code that runs after the last
      /// interceptor.
      init(through interceptors: [Interceptor], to end: any InterceptorsEnd) {
        self.init(interceptors, 0, end)
      }

      private init(_ interceptors: [Interceptor], _ index: Int, _ end: any InterceptorsEnd) {
        self.interceptors = interceptors
        self.index = index
        self.end = end
      }

      /// Sends the request, and returns the response before its content is read.
      ///
      /// - Parameter request: The request to send, changed or unchanged.
      /// - Throws: An error with the code `.timedOut` if the call's timeout has expired.
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
  /// Adds an interceptor after all other interceptors, closest to the server.
  ///
  /// - Parameter run: The closure, which receives a request and the function that sends the request
  ///   on to the server.
  public mutating func append(_ run: @escaping HTTPSession.Interceptor.Body) {
    append(HTTPSession.Interceptor(run))
  }
}

/// The code that runs after the last interceptor of a chain.
protocol InterceptorsEnd: AnyObject {
  nonisolated(nonsending) func send(
    _ request: HTTPSession.InterceptedRequest
  ) async throws -> HTTPSession.InterceptedAnswer
}
