import Synchronization
public import Tracing

/// A tracer that keeps its spans.
public struct InMemoryTracer: Tracer {
  public typealias Span = InMemorySpan

  public struct IDGenerator: Sendable {
    let next: @Sendable (String) -> String

    public static var incrementing: IDGenerator {
      let count = Count()
      return IDGenerator { "\($0)-\(count.next())" }
    }

    private final class Count: Sendable {
      private let value = Mutex(0)

      func next() -> Int {
        value.withLock { value in
          value += 1
          return value
        }
      }
    }
  }

  public struct Injection: Sendable {
    public let context: ServiceContext
    public let values: [String: String]
  }

  final class Store: Sendable {
    struct State {
      var active: [InMemorySpan] = []
      var finished: [FinishedInMemorySpan] = []
      var injections: [Injection] = []
    }

    let state = Mutex(State())
  }

  private let store = Store()
  private let idGenerator: IDGenerator
  private let recordInjections: Bool

  public init(
    idGenerator: IDGenerator = .incrementing, recordInjections: Bool = true,
    recordExtractions: Bool = true
  ) {
    self.idGenerator = idGenerator
    self.recordInjections = recordInjections
  }

  public var activeSpans: [InMemorySpan] { store.state.withLock(\.active) }
  public var finishedSpans: [FinishedInMemorySpan] { store.state.withLock(\.finished) }
  public var performedContextInjections: [Injection] { store.state.withLock(\.injections) }

  public func popFinishedSpans() -> [FinishedInMemorySpan] {
    store.state.withLock { state in
      defer { state.finished = [] }
      return state.finished
    }
  }

  public func forceFlush() {}

  public func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> Self.Span {
    var context = context()
    let parent = context[InMemorySpanIDs.self]
    let ids = InMemorySpanIDs.IDs(
      trace: parent?.trace ?? idGenerator.next("trace"), span: idGenerator.next("span"))
    context[InMemorySpanIDs.self] = ids
    let span = InMemorySpan(
      operationName, context, ids, parent: parent?.span, kind, store)
    store.state.withLock { $0.active.append(span) }
    return span
  }

  public func extract<Carrier, Extract>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Extract: Extractor, Extract.Carrier == Carrier {
    guard let trace = extractor.extract(key: Self.traceKey, from: carrier),
      let span = extractor.extract(key: Self.spanKey, from: carrier)
    else { return }
    context[InMemorySpanIDs.self] = InMemorySpanIDs.IDs(trace: trace, span: span)
  }

  public func inject<Carrier, Inject>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Inject: Injector, Inject.Carrier == Carrier {
    var values: [String: String] = [:]
    if let ids = context[InMemorySpanIDs.self] {
      values = [Self.traceKey: ids.trace, Self.spanKey: ids.span]
      injector.inject(ids.trace, forKey: Self.traceKey, into: &carrier)
      injector.inject(ids.span, forKey: Self.spanKey, into: &carrier)
    }
    guard recordInjections else { return }
    let injection = Injection(context: context, values: values)
    store.state.withLock { $0.injections.append(injection) }
  }

  private static let traceKey = "in-memory-trace-id"
  private static let spanKey = "in-memory-span-id"
}

enum InMemorySpanIDs: ServiceContextKey {
  struct IDs: Sendable {
    let trace: String
    let span: String
  }

  typealias Value = IDs
}
