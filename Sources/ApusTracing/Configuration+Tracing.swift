#if Tracing
  internal import ApusHTTP
  public import ApusSession
  public import Tracing

  extension HTTPSession.Configuration {
    /// Records a client span for each request that the session sends, by swift-distributed-tracing.
    ///
    ///     let api = try HTTPSession("https://api.example.com/") { $0.addTracing() }
    ///
    /// A redirect, a retry and the response to a challenge have spans of their own. The parent of a
    /// span is the context of the task, and the span ends with the content of its response. Its
    /// context is injected into the fields of the request, unless a redirect has led to a foreign
    /// server. `sendsTraceContext` becomes false: the fields of the
    /// tracer replace the session's own.
    ///
    /// Call it after other interceptors are added that change requests, and before those that sign
    /// them.
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
          // Without the monitor the end of the content is unknown.
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
    /// A Boolean value that indicates whether the server may know the trace: the
    /// session owns it, or the call was for it.
    fileprivate var mayBeTraced: Bool {
      !isForeignOrigin || (redirects.first?.source ?? url).origin == url.origin
    }
  }
#else
  public import ApusSession

  extension HTTPSession.Configuration {
    /// Records spans by swift-distributed-tracing, which needs the trait `Tracing`.
    @available(*, unavailable, message: "enable the trait Tracing of the package apus")
    public mutating func addTracing(by tracer: Any? = nil) {}
  }
#endif
