package import ApusNet

/// The loops of a session's connections.
///
/// These are the loops that all sessions share, until the session's executor is used: from then on
/// the session has a loop of its own for new connections.
package final class SessionLoops: Sendable {
  private let group: LoopGroup
  /// A shared loop for waits that belong to no connection.
  private let first: EventLoop
  private let own = Lock<PrivateLoop?>(nil)

  /// Creates the loops of a session from a shared group.
  package init(_ group: LoopGroup) throws(NetError) {
    self.group = group
    first = try group.first()
  }

  /// The time source of the loops.
  var time: TimeSource { group.time }

  /// The loop of the next connection.
  var next: EventLoop { claimed ?? (try? group.next()) ?? first }

  /// The loop for waits that belong to no connection.
  package var home: EventLoop { claimed ?? first }

  private var claimed: EventLoop? { own.withLock { $0?.loop } }

  /// Returns the session's own loop, and starts it if needed; nil if no more threads are allowed.
  func claim() -> EventLoop? {
    // A manual clock allows only one loop.
    if (first.executorOfOthers as? EventLoop) === first { return first }
    return own.withLock { own in
      if own == nil { own = try? PrivateLoop(time: group.time) }
      return own?.loop
    }
  }

  /// The number of sockets, waiting tasks and timers on the session's own loop and on the first
  /// loop of the group.
  var census: (sockets: Int, waiting: Int, timers: Int) {
    let census = first.census
    guard let own = claimed?.census else { return census }
    return (
      census.sockets + own.sockets, census.waiting + own.waiting, census.timers + own.timers
    )
  }

  /// Ends the session's own loop, if it has one.
  func shutdown() async { await claimed?.shutdown() }
}

extension SessionLoops {
  /// Returns the loops of a session: the shared ones, or a separate one for a manual clock.
  package static func loops(by time: TimeSource) throws(ConnectionError) -> SessionLoops {
    do throws(NetError) {
      if case .system = time { return try SessionLoops(.shared) }
      return try SessionLoops(LoopGroup(limit: 1, time: time))
    } catch {
      throw ConnectionError(error, in: .connect)
    }
  }
}
