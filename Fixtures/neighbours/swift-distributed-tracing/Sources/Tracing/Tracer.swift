@_exported public import Instrumentation
@_exported public import ServiceContextModule

public protocol TracerInstant: Comparable, Hashable, Sendable {}

/// A clock that counts; it does not know the time.
public struct DefaultTracerClock: Sendable {
  public struct Timestamp: TracerInstant {
    let nanosecondsSinceEpoch: UInt64
    public static func < (left: Self, right: Self) -> Bool {
      left.nanosecondsSinceEpoch < right.nanosecondsSinceEpoch
    }
  }

  private static let start = ContinuousClock.now

  public static var now: Timestamp {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Timestamp(
      nanosecondsSinceEpoch: UInt64(seconds) * 1_000_000_000
        + UInt64(attoseconds / 1_000_000_000))
  }
}

public protocol LegacyTracer: Instrument {
  func startAnySpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> any Tracing.Span
  func forceFlush()
}

public protocol Tracer: LegacyTracer {
  associatedtype Span: Tracing.Span
  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> Self.Span
  func activeSpan(identifiedBy context: ServiceContext) -> Span?
}

extension Tracer {
  public func activeSpan(identifiedBy context: ServiceContext) -> Span? { nil }

  public func startAnySpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> any Tracing.Span {
    startSpan(
      operationName, context: context(), ofKind: kind, at: instant(), function: function,
      file: fileID, line: line)
  }

  public func startSpan(
    _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
    ofKind kind: SpanKind = .internal,
    at instant: @autoclosure () -> some TracerInstant = DefaultTracerClock.now,
    function: String = #function, file fileID: String = #fileID, line: UInt = #line
  ) -> Self.Span {
    startSpan(
      operationName, context: context(), ofKind: kind, at: instant(), function: function,
      file: fileID, line: line)
  }
}

extension InstrumentationSystem {
  public static var tracer: any Tracer { instrument as? any Tracer ?? NoTracer() }
}

public func startSpan(
  _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
  ofKind kind: SpanKind = .internal, function: String = #function,
  file fileID: String = #fileID, line: UInt = #line
) -> any Span {
  InstrumentationSystem.tracer.startAnySpan(
    operationName, context: context(), ofKind: kind, at: DefaultTracerClock.now,
    function: function, file: fileID, line: line)
}

public func withSpan<T>(
  _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
  ofKind kind: SpanKind = .internal, function: String = #function,
  file fileID: String = #fileID, line: UInt = #line, _ operation: (any Span) throws -> T
) rethrows -> T {
  let span = startSpan(
    operationName, context: context(), ofKind: kind, function: function, file: fileID, line: line)
  defer { span.end() }
  do {
    return try ServiceContext.withValue(span.context) { try operation(span) }
  } catch {
    span.fail(error)
    throw error
  }
}

public func withSpan<T>(
  _ operationName: String, context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
  ofKind kind: SpanKind = .internal, isolation: isolated (any Actor)? = #isolation,
  function: String = #function, file fileID: String = #fileID, line: UInt = #line,
  _ operation: (any Span) async throws -> T
) async rethrows -> T {
  let span = startSpan(
    operationName, context: context(), ofKind: kind, function: function, file: fileID, line: line)
  defer { span.end() }
  do {
    return try await ServiceContext.withValue(span.context) { try await operation(span) }
  } catch {
    span.fail(error)
    throw error
  }
}

extension Span {
  fileprivate func fail(_ error: any Error) {
    recordError(error)
    setStatus(SpanStatus(code: .error))
  }
}
