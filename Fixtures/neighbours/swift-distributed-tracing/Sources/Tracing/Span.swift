public protocol Span: Sendable {
  var context: ServiceContext { get }
  var operationName: String { get nonmutating set }
  func setStatus(_ status: SpanStatus)
  func addEvent(_ event: SpanEvent)
  func recordError<Instant: TracerInstant>(
    _ error: Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant)
  var attributes: SpanAttributes { get nonmutating set }
  var isRecording: Bool { get }
  func addLink(_ link: SpanLink)
  func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant)
}

extension Span {
  public func recordError(_ error: Error) { recordError(error, attributes: [:]) }

  public func recordError(_ error: Error, attributes: SpanAttributes) {
    recordError(error, attributes: attributes, at: DefaultTracerClock.now)
  }

  public func updateAttributes(_ update: (inout SpanAttributes) -> Void) {
    var attributes = attributes
    update(&attributes)
    self.attributes = attributes
  }

  public func end() { end(at: DefaultTracerClock.now) }
}

public enum SpanKind: Sendable { case server, client, producer, consumer, `internal` }

public struct SpanStatus: Equatable, Sendable {
  public enum Code: Sendable { case ok, error }

  public let code: Code
  public let message: String?

  public init(code: Code, message: String? = nil) {
    (self.code, self.message) = (code, message)
  }
}

public struct SpanEvent: Equatable, Sendable {
  public let name: String
  public var attributes: SpanAttributes

  package init(name: String, attributes: SpanAttributes = [:]) {
    (self.name, self.attributes) = (name, attributes)
  }
}

public struct SpanLink: Sendable {
  public let context: ServiceContext
  public let attributes: SpanAttributes

  package init(context: ServiceContext, attributes: SpanAttributes) {
    (self.context, self.attributes) = (context, attributes)
  }
}
