#if Tracing
  internal import ApusHTTP
  internal import ApusSession
  internal import Synchronization
  internal import Tracing

  /// The OpenTelemetry client span of a single request of a call.
  final class AttemptSpan: Sendable {
    /// The identity of the call that sends the request of a span.
    struct Call: Hashable {
      let session: Int
      let number: Int
    }

    /// The span of the request that the current task sends.
    @TaskLocal static var current: AttemptSpan?

    private let span: any Span
    private let tracer: (any Tracer)?
    private let isEnded = Atomic(false)
    private let isNoted = Atomic(false)

    /// Starts the span of a request that the interceptor receives.
    init(of request: HTTPSession.InterceptedRequest, by tracer: (any Tracer)?) {
      self.tracer = tracer
      let attributes = RequestAttributes(request.method, to: request.url)
      let name = attributes.originalMethod == nil ? attributes.method : "HTTP"
      let context = ServiceContext.current ?? .topLevel
      let chosen = tracer ?? InstrumentationSystem.tracer
      span = chosen.startSpan(name, context: context, ofKind: .client)
      span.updateAttributes { all in
        all["http.request.method"] = attributes.method
        all["http.request.method_original"] = attributes.originalMethod
        all["url.full"] = attributes.url
        all["server.address"] = attributes.server?.address
        all["server.port"] = attributes.server?.port
        if request.sentCount > 0 { all["http.request.resend_count"] = request.sentCount }
      }
    }

    /// Adds the trace fields, so the server can continue the trace.
    func inject(into fields: inout HTTP.Fields) {
      let injector = FieldInjector()
      if let tracer {
        tracer.inject(span.context, into: &fields, using: injector)
      } else {
        InstrumentationSystem.instrument.inject(span.context, into: &fields, using: injector)
      }
    }

    /// Runs code with the span as the parent of the spans that the code starts.
    nonisolated(nonsending) func isCurrent<Value>(
      _ work: nonisolated(nonsending) () async throws -> Value
    ) async throws -> Value {
      try await Self.$current.withValue(self) {
        try await ServiceContext.withValue(span.context) { try await work() }
      }
    }

    /// Records the status code and the HTTP version of a response in the span.
    func note(_ head: HTTP.ResponseHead) {
      span.updateAttributes { all in
        all["http.response.status_code"] = head.status.code
        all["network.protocol.version"] = "\(head.version)"
        if head.status.code >= 400 { all["error.type"] = "\(head.status.code)" }
      }
      // The error status of the span has no description, because the status code attribute contains
      // the reason.
      if head.status.code >= 400 { span.setStatus(SpanStatus(code: .error)) }
    }

    /// A Boolean value that indicates whether the monitor is responsible for ending the span.
    var isClaimed: Bool { isNoted.load(ordering: .acquiring) }

    /// Makes the monitor responsible for ending the span. Returns `false` if the monitor was
    /// already responsible.
    func claim() -> Bool { !isNoted.exchange(true, ordering: .acquiringAndReleasing) }

    /// Ends the span unless it has already ended.
    func end(with error: (any Error)? = nil) {
      guard !isEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
      if let error {
        let type = RequestAttributes.errorType(
          status: nil, error: error as? HTTPSessionError)
        span.updateAttributes {
          $0["error.type"] = type ?? (error is CancellationError ? "cancelled" : "interceptor")
        }
        span.recordError(error)
        span.setStatus(SpanStatus(code: .error))
      }
      span.end()
    }
  }

  /// An injector that writes the trace context as header fields.
  private struct FieldInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout HTTP.Fields) {
      carrier[HTTP.FieldName(key)] = HTTP.FieldValue(value)
    }
  }
#endif
