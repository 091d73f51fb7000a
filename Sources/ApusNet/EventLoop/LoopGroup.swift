internal import CApusNet

/// The shared loops: a few threads, over which connections are distributed.
///
/// A connection stays on the loop that created it. Each thread starts on first use, and ends when
/// the group is deallocated.
public final class LoopGroup: Sendable {
  private struct State {
    var loops: [EventLoop] = []
    var turn = 0

    /// Returns the loop at an index; starts it if there is none, or if it was shut down.
    mutating func loop(at index: Int, _ time: TimeSource) throws(NetError) -> EventLoop {
      if index < loops.count, loops[index].isRunning { return loops[index] }
      let loop = try EventLoop(time: time, isShared: true)
      if index < loops.count { loops[index] = loop } else { loops.append(loop) }
      return loop
    }
  }

  /// The maximum number of loops.
  public let limit: Int
  /// The time source of the loops.
  public let time: TimeSource
  private let state = Lock(State())

  /// The group of this process, with one loop for each four processors.
  public static let shared = LoopGroup(limit: loopCount(processors: Int(apus_processor_count())))

  /// Creates a separate group. No loop is started yet.
  public init(limit: Int, time: TimeSource = .system) {
    self.limit = max(1, limit)
    self.time = time
  }

  /// Creates a group of one loop, which its owner shuts down.
  package convenience init(of loop: EventLoop) {
    self.init(limit: 1, time: loop.time)
    state.withLock { $0.loops = [loop] }
  }

  deinit {
    let loops = state.withLock(\.loops)
    Task.detached { for loop in loops { await loop.shutdown() } }
  }

  /// Returns the number of loops for a number of processors: most of the work happens outside of
  /// the loops.
  static func loopCount(processors: Int) -> Int { min(max(1, (processors + 3) / 4), 8) }

  /// Returns the loop for waits that belong to no connection.
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

/// A loop that belongs to one owner; a process has at most `limit` of them.
///
/// Its thread ends when the owner releases it. The loop itself lives as long as tasks prefer it;
/// they then continue in the global pool.
public final class PrivateLoop: Sendable {
  /// The maximum number of private loops in a process.
  public static let limit = 64
  private static let count = Lock(0)

  /// The loop itself.
  public let loop: EventLoop

  /// Starts a loop; nil if the limit is reached.
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
    // No owner is left that could wait for the end of the thread.
    Task.detached { [loop] in await loop.shutdown() }
  }

  private static func leave() { count.withLock { $0 -= 1 } }
}
