internal import ApusConnections
internal import ApusNet

extension HTTPSession {
  /// A sequence of the events of sessions, which one task reads.
  ///
  ///     let events = HTTPSession.EventLog()
  ///     let api = try HTTPSession("https://api.example.com/") { $0.monitors.append(events) }
  ///     Task { for await event in events { print(event) } }
  ///
  /// It ends with the first session that is shut down. If events are not read fast enough, the
  /// oldest beyond a limit are dropped, and `droppedCount` has their number.
  public final class EventLog: Monitor, AsyncSequence {
    /// An event of a session.
    public typealias Element = HTTPSession.Event
    /// Reading never throws.
    public typealias Failure = Never

    private let stream: AsyncStream<HTTPSession.Event>
    private let continuation: AsyncStream<HTTPSession.Event>.Continuation
    private let dropped = Lock(0)

    /// Creates a log that keeps a maximum number of unread events.
    ///
    /// - Parameter limit: The maximum number of unread events; further ones replace the oldest.
    public init(limit: Int = 1_000) {
      (stream, continuation) = AsyncStream.makeStream(
        bufferingPolicy: .bufferingNewest(Swift.max(1, limit)))
    }

    /// The number of events that were dropped before they were read.
    public var droppedCount: Int { dropped.withLock(\.self) }

    public func note(_ event: HTTPSession.Event) {
      if case .dropped = continuation.yield(event) { dropped.withLock { $0 += 1 } }
      if case .shutDown = event.kind { continuation.finish() }
    }

    /// Begins to read the unread events; only one task at a time may.
    public func makeAsyncIterator() -> AsyncStream<HTTPSession.Event>.Iterator {
      stream.makeAsyncIterator()
    }
  }
}
