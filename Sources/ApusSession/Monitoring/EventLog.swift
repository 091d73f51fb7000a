internal import ApusConnections
internal import ApusNet

extension HTTPSession {
  /// A sequence of the events of sessions, which one task reads.
  ///
  ///     let events = HTTPSession.EventLog()
  ///     let api = try HTTPSession("https://api.example.com/") { $0.monitors.append(events) }
  ///     Task { for await event in events { print(event) } }
  ///
  /// The sequence ends when the first of its sessions is shut down. If the task does not read
  /// events fast enough, the sequence drops the oldest unread events beyond its limit. The property
  /// `droppedCount` is the number of dropped events.
  public final class EventLog: Monitor, AsyncSequence {
    /// An event of a session.
    public typealias Element = HTTPSession.Event
    /// The error type of the sequence. Reading events never throws.
    public typealias Failure = Never

    private let stream: AsyncStream<HTTPSession.Event>
    private let continuation: AsyncStream<HTTPSession.Event>.Continuation
    private let dropped = Lock(0)

    /// Creates an event log with a maximum number of unread events.
    ///
    /// - Parameter limit: The maximum number of unread events. Further events replace the oldest
    ///   unread events.
    public init(limit: Int = 1_000) {
      (stream, continuation) = AsyncStream.makeStream(
        bufferingPolicy: .bufferingNewest(Swift.max(1, limit)))
    }

    /// The number of events that were dropped before a task read them.
    public var droppedCount: Int { dropped.withLock(\.self) }

    public func note(_ event: HTTPSession.Event) {
      if case .dropped = continuation.yield(event) { dropped.withLock { $0 += 1 } }
      if case .shutDown = event.kind { continuation.finish() }
    }

    /// Returns an iterator over the unread events; only one task at a time may read the events.
    public func makeAsyncIterator() -> AsyncStream<HTTPSession.Event>.Iterator {
      stream.makeAsyncIterator()
    }
  }
}

/// A monitor that writes a line of text for each call that has ended.
///
///     apus: 1: GET https://api.example.com/users?page=…: 200 in 6.7 ms, 24 bytes, 1 attempt
///
/// Each line contains the number of the call in its session.
struct DebugLog: HTTPSession.Monitor {
  /// The log of all sessions of the process if `APUS_DEBUG` is 1, and otherwise `nil`.
  ///
  /// The process reads the environment variable `APUS_DEBUG` once.
  static let ofProcess: DebugLog? = DebugLog(ProcessEnvironment.value(of: "APUS_DEBUG")) {
    try? Files.write($0, toDescriptor: 2)
  }

  private let write: @Sendable ([UInt8]) -> Void

  /// Creates the log that the environment variable enables, or returns `nil` if the variable
  /// enables no log.
  init?(_ variable: String?, _ write: @escaping @Sendable ([UInt8]) -> Void) {
    guard variable == "1" else { return nil }
    self.write = write
  }

  func note(_ event: HTTPSession.Event) {
    guard case .ended = event.kind else { return }
    write(Array("apus: \(event)\n".utf8))
  }
}
