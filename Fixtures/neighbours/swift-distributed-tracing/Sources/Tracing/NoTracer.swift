/// The tracer of a process without one.
struct NoTracer: Tracer {
  struct Span: Tracing.Span {
    let context: ServiceContext
    var operationName: String {
      get { "" }
      nonmutating set {}
    }
    var attributes: SpanAttributes {
      get { [:] }
      nonmutating set {}
    }
    var isRecording: Bool { false }
    func setStatus(_ status: SpanStatus) {}
    func addEvent(_ event: SpanEvent) {}
    func recordError<Instant: TracerInstant>(
      _ error: Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {}
    func addLink(_ link: SpanLink) {}
    func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {}
  }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> Span { Span(context: context()) }

  func forceFlush() {}

  func extract<Carrier, Extract>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract: Extractor, Extract.Carrier == Carrier {}

  func inject<Carrier, Inject>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject: Injector, Inject.Carrier == Carrier {}
}
