import Synchronization
public import Tracing

public struct FinishedInMemorySpan: Sendable {
  public internal(set) var operationName: String
  public let context: ServiceContext
  public let spanID: String
  public let parentSpanID: String?
  public let kind: SpanKind
  public internal(set) var attributes: SpanAttributes = [:]
  public internal(set) var events: [SpanEvent] = []
  public internal(set) var errors: [(error: any Error, attributes: SpanAttributes)] = []
  public internal(set) var status: SpanStatus?
}

public final class InMemorySpan: Span {
  private let state: Mutex<FinishedInMemorySpan>
  private let isOver = Mutex(false)
  private let store: InMemoryTracer.Store
  public let context: ServiceContext

  init(
    _ name: String, _ context: ServiceContext, _ ids: InMemorySpanIDs.IDs, parent: String?,
    _ kind: SpanKind, _ store: InMemoryTracer.Store
  ) {
    state = Mutex(
      FinishedInMemorySpan(
        operationName: name, context: context, spanID: ids.span, parentSpanID: parent, kind: kind))
    self.context = context
    self.store = store
  }

  public var operationName: String {
    get { state.withLock(\.operationName) }
    set { state.withLock { $0.operationName = newValue } }
  }

  public var attributes: SpanAttributes {
    get { state.withLock(\.attributes) }
    set { state.withLock { $0.attributes = newValue } }
  }

  public var isRecording: Bool { !isOver.withLock(\.self) }

  public func setStatus(_ status: SpanStatus) { state.withLock { $0.status = status } }
  public func addEvent(_ event: SpanEvent) { state.withLock { $0.events.append(event) } }
  public func addLink(_ link: SpanLink) {}

  public func recordError<Instant: TracerInstant>(
    _ error: Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
  ) {
    state.withLock { $0.errors.append((error, attributes)) }
  }

  public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    precondition(isFirst, "a span ends once")
    let finished = state.withLock(\.self)
    store.state.withLock { state in
      state.active.removeAll { $0 === self }
      state.finished.append(finished)
    }
  }
}
