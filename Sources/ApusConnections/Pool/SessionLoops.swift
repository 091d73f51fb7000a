package import ApusNet

/// The event loops of a session's connections.
///
/// A session uses shared event loops until the program uses the session's executor. After that, new
/// connections use the session's own event loop.
package final class SessionLoops: Sendable {
  private let group: LoopGroup
  /// A shared event loop for timers and waits without a connection.
  private let first: EventLoop
  private let own = Lock<PrivateLoop?>(nil)

  /// Creates the event loops of a session from a shared group of loops.
  package init(_ group: LoopGroup) throws(NetError) {
    self.group = group
    first = try group.first()
  }

  /// The time source of the event loops.
  var time: TimeSource { group.time }

  /// The event loop of the next connection.
  var next: EventLoop { claimed ?? (try? group.next()) ?? first }

  /// The event loop for timers and waits without a connection.
  package var home: EventLoop { claimed ?? first }

  private var claimed: EventLoop? { own.withLock { $0?.loop } }

  /// Returns the session's own event loop, and starts the loop if needed. Returns `nil` if no more
  /// threads are allowed.
  func claim() -> EventLoop? {
    // A session with a manual clock uses only one event loop.
    if (first.executorOfOthers as? EventLoop) === first { return first }
    return own.withLock { own in
      if own == nil { own = try? PrivateLoop(time: group.time) }
      return own?.loop
    }
  }

  /// The number of sockets, waiting tasks and timers on the session's own event loop and on the
  /// first loop of the group.
  var census: (sockets: Int, waiting: Int, timers: Int) {
    let census = first.census
    guard let own = claimed?.census else { return census }
    return (
      census.sockets + own.sockets, census.waiting + own.waiting, census.timers + own.timers
    )
  }

  /// Ends the session's own event loop if the session has one.
  func shutdown() async { await claimed?.shutdown() }
}

extension SessionLoops {
  /// Returns the event loops of a session. A session with a manual clock has a separate loop, and
  /// every other session uses the shared loops.
  package static func loops(by time: TimeSource) throws(ConnectionError) -> SessionLoops {
    do throws(NetError) {
      if case .system = time { return try SessionLoops(.shared) }
      return try SessionLoops(LoopGroup(limit: 1, time: time))
    } catch {
      throw ConnectionError(error, in: .connect)
    }
  }
}
