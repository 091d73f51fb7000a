internal import CApusNet

/// The loops that everyone shares who has none: a few threads, over which connections are spread.
///
/// A connection stays on the loop that it was made on. Each thread is started when it is first
/// needed, and ends when no one has the group any more.
public final class LoopGroup: Sendable {
  private struct State {
    var loops: [EventLoop] = []
    var turn = 0

    /// The loop at a place; it is started if there is none, or it was shut down.
    mutating func loop(at index: Int, _ time: TimeSource) throws(NetError) -> EventLoop {
      if index < loops.count, loops[index].isRunning { return loops[index] }
      let loop = try EventLoop(time: time, isShared: true)
      if index < loops.count { loops[index] = loop } else { loops.append(loop) }
      return loop
    }
  }

  /// The most loops that there will be.
  public let limit: Int
  /// The source of the time for the loops.
  public let time: TimeSource
  private let state = Lock(State())

  /// The group of this process: one loop for up to four processors, and one more for each four.
  public static let shared = LoopGroup(limit: loopCount(processors: Int(apus_processor_count())))

  /// Creates a group of its own, of which no loop is started yet.
  public init(limit: Int, time: TimeSource = .system) {
    self.limit = max(1, limit)
    self.time = time
  }

  /// Creates a group of one loop, whose owner shuts it down.
  package convenience init(of loop: EventLoop) {
    self.init(limit: 1, time: loop.time)
    state.withLock { $0.loops = [loop] }
  }

  deinit {
    let loops = state.withLock(\.loops)
    Task.detached { for loop in loops { await loop.shutdown() } }
  }

  /// How many loops keep that many processors busy: most of the work is not done on them.
  static func loopCount(processors: Int) -> Int { min(max(1, (processors + 3) / 4), 8) }

  /// Returns the loop that waits for what belongs to no connection.
  public func first() throws(NetError) -> EventLoop {
    try state.withLock { (state) throws(NetError) in
      try state.loop(at: 0, time)
    }
  }

  /// Returns the loop for the next connection; a running one if no thread can be started.
  public func next() throws(NetError) -> EventLoop {
    try state.withLock { (state) throws(NetError) in
      let turn = state.turn
      state.turn = (turn + 1) % limit
      do throws(NetError) {
        return try state.loop(at: turn, time)
      } catch {
        guard let loop = state.loops.first(where: \.isRunning) else { throw error }
        return loop
      }
    }
  }
}

/// A loop that one owner has for itself; a process has at most `limit` of them.
///
/// Its thread ends when the owner lets go of it. The loop itself lives as long as tasks prefer it,
/// which then go on in the global pool.
public final class PrivateLoop: Sendable {
  /// The most private loops of a process.
  public static let limit = 64
  private static let count = Lock(0)

  /// The loop itself.
  public let loop: EventLoop

  /// Starts a loop; nil if there are as many as may be.
  public init?(time: TimeSource = .system) throws(NetError) {
    let hasPlace = Self.count.withLock { count in
      guard count < Self.limit else { return false }
      count += 1
      return true
    }
    guard hasPlace else { return nil }
    do throws(NetError) {
      loop = try EventLoop(time: time)
    } catch {
      Self.leave()
      throw error
    }
  }

  deinit {
    Self.leave()
    guard loop.isRunning else { return }
    // No one is left who could wait for the thread to end.
    Task.detached { [loop] in await loop.shutdown() }
  }

  private static func leave() { count.withLock { $0 -= 1 } }
}
