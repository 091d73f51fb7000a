#if Tracing
  internal import ApusHTTP
  public import ApusSession
  public import Tracing

  extension HTTPSession.Configuration {
    /// Adds a client span of swift-distributed-tracing for each request that the session sends.
    ///
    ///     let api = try HTTPSession("https://api.example.com/") { $0.addTracing() }
    ///
    /// A redirect, a retry and the reply to a challenge each have their own span. The parent of a
    /// span is the service context of the task, and the span ends with the content of its response.
    /// The trace context of the span is injected into the request's header fields unless a redirect
    /// has led to a foreign server. The setting `sendsTraceContext` becomes false, because the
    /// trace fields of the tracer replace the session's own fields.
    ///
    /// Call this method after adding interceptors that change requests, and before adding
    /// interceptors that sign requests.
    ///
    /// - Parameter tracer: The tracer. The default, nil, is the tracer of the system at the time of
    ///   each request.
    public mutating func addTracing(by tracer: (any Tracer)? = nil) {
      let monitor = SpanMonitor()
      sendsTraceContext = false
      monitors.append(monitor)
      interceptors.append { request, next in
        var request = request
        let span = AttemptSpan(of: request, by: tracer)
        if request.mayBeTraced { span.inject(into: &request.headers) }
        do {
          let answer = try await span.isCurrent { try await next(request) }
          span.note(answer.head)
          // Without the monitor, the tracing interceptor receives no event at the end of the
          // content.
          if !span.isClaimed { span.end() }
          return answer
        } catch {
          span.end(with: error)
          throw error
        }
      }
    }
  }

  extension HTTPSession.InterceptedRequest {
    /// A Boolean value that indicates whether the server may receive trace fields. The server must
    /// belong to the session or be the server of the caller's request.
    fileprivate var mayBeTraced: Bool {
      !isForeignOrigin || (redirects.first?.source ?? url).origin == url.origin
    }
  }
#else
  public import ApusSession

  extension HTTPSession.Configuration {
    /// Adds spans of swift-distributed-tracing, which requires the package trait `Tracing`.
    @available(*, unavailable, message: "enable the trait Tracing of the package apus")
    public mutating func addTracing(by tracer: Any? = nil) {}
  }
#endif
