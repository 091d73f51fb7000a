package import ApusNet

/// The loops on which a session's connections wait.
///
/// They are those that all sessions share, until the session's executor is asked for: from then on
/// the session has a loop of its own, and new connections are made there.
package final class SessionLoops: Sendable {
  private let group: LoopGroup
  /// A shared loop, which waits for what belongs to no connection.
  private let first: EventLoop
  private let own = Lock<PrivateLoop?>(nil)

  /// The loops of a group, until there is one of the session's own.
  package init(_ group: LoopGroup) throws(NetError) {
    self.group = group
    first = try group.first()
  }

  /// What tells the loops the time.
  var time: TimeSource { group.time }

  /// The loop of the next connection.
  var next: EventLoop { claimed ?? (try? group.next()) ?? first }

  /// The loop that waits for what belongs to no connection.
  package var home: EventLoop { claimed ?? first }

  private var claimed: EventLoop? { own.withLock { $0?.loop } }

  /// The session's own loop, which is begun if there is none; nil if no more threads may be had.
  func claim() -> EventLoop? {
    // The only loop there may be.
    if (first.executorOfOthers as? EventLoop) === first { return first }
    return own.withLock { own in
      if own == nil { own = try? PrivateLoop(time: group.time) }
      return own?.loop
    }
  }

  /// How many sockets, waiting tasks and timers there are on the session's own loop, and on the
  /// first of the group.
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
  /// The loops of a session: those that sessions share, or one of its own for a clock of its own.
  package static func loops(by time: TimeSource) throws(ConnectionError) -> SessionLoops {
    do throws(NetError) {
      if case .system = time { return try SessionLoops(.shared) }
      return try SessionLoops(LoopGroup(limit: 1, time: time))
    } catch {
      throw ConnectionError(error, in: .connect)
    }
  }
}
