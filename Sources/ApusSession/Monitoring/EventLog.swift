internal import ApusConnections
internal import ApusNet

extension HTTPSession {
  /// Gives the events of sessions as a sequence, to one task that reads them.
  ///
  ///     let events = HTTPSession.EventLog()
  ///     let api = try HTTPSession("https://api.example.com/") { $0.monitors.append(events) }
  ///     Task { for await event in events { print(event) } }
  ///
  /// It ends with the first session that is shut down. Where events come faster than they are read,
  /// the oldest are dropped beyond a limit, and `droppedCount` tells how many.
  public final class EventLog: Monitor, AsyncSequence {
    /// What has happened.
    public typealias Element = HTTPSession.Event
    /// Reading throws nothing.
    public typealias Failure = Never

    private let stream: AsyncStream<HTTPSession.Event>
    private let continuation: AsyncStream<HTTPSession.Event>.Continuation
    private let dropped = Lock(0)

    /// Creates a log that keeps so many events which no one has read.
    public init(limit: Int = 1_000) {
      (stream, continuation) = AsyncStream.makeStream(
        bufferingPolicy: .bufferingNewest(Swift.max(1, limit)))
    }

    /// How many events no one has read, and no one can any more.
    public var droppedCount: Int { dropped.withLock(\.self) }

    public func note(_ event: HTTPSession.Event) {
      if case .dropped = continuation.yield(event) { dropped.withLock { $0 += 1 } }
      if case .shutDown = event.kind { continuation.finish() }
    }

    /// Begins to read the events that no one has read; one task at a time may.
    public func makeAsyncIterator() -> AsyncStream<HTTPSession.Event>.Iterator {
      stream.makeAsyncIterator()
    }
  }
}
