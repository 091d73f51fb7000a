internal import CApusNet

/// A group of event loops on a few threads. New connections are distributed over the event loops.
///
/// A connection stays on the event loop that created it. Each thread starts on first use, and ends
/// when the group is deallocated.
public final class LoopGroup: Sendable {
  private struct State {
    var loops: [EventLoop] = []
    var turn = 0

    /// Returns the event loop at an index. Starts a new loop if the index has no running loop.
    mutating func loop(at index: Int, _ time: TimeSource) throws(NetError) -> EventLoop {
      if index < loops.count, loops[index].isRunning { return loops[index] }
      let loop = try EventLoop(time: time, isShared: true)
      if index < loops.count { loops[index] = loop } else { loops.append(loop) }
      return loop
    }
  }

  /// The maximum number of event loops in the group.
  public let limit: Int
  /// The time source of the event loops.
  public let time: TimeSource
  private let state = Lock(State())

  /// The shared loop group of the process, with one event loop for each four processors.
  public static let shared = LoopGroup(limit: loopCount(processors: Int(apus_processor_count())))

  /// Creates a separate group of event loops without starting a thread.
  public init(limit: Int, time: TimeSource = .system) {
    self.limit = max(1, limit)
    self.time = time
  }

  /// Creates a group of one event loop, which the owner of the loop shuts down.
  package convenience init(of loop: EventLoop) {
    self.init(limit: 1, time: loop.time)
    state.withLock { $0.loops = [loop] }
  }

  deinit {
    let loops = state.withLock(\.loops)
    Task.detached { for loop in loops { await loop.shutdown() } }
  }

  /// Returns the number of event loops for a number of processors. A few event loops are enough,
  /// because most work runs on other threads.
  static func loopCount(processors: Int) -> Int { min(max(1, (processors + 3) / 4), 8) }

  /// Returns the event loop for timers and waits without a connection.
  public func first() throws(NetError) -> EventLoop {
    try state.withLock { (state) throws(NetError) in
      try state.loop(at: 0, time)
    }
  }

  /// Returns the event loop for the next connection.
  ///
  /// If no thread can be started, the function returns an event loop that is already running.
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

/// An event loop that belongs to one owner. A process can have at most `limit` private event loops.
///
/// The thread of the event loop ends when the owner releases the `PrivateLoop`. Tasks that prefer
/// the event loop then continue in the global pool.
public final class PrivateLoop: Sendable {
  /// The maximum number of private event loops in a process.
  public static let limit = 64
  private static let count = Lock(0)

  /// The event loop that belongs to the owner.
  public let loop: EventLoop

  /// Starts a private event loop, or returns `nil` if the limit is reached.
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
    // The owner has released the event loop, so a detached task waits for the end of the thread.
    Task.detached { [loop] in await loop.shutdown() }
  }

  private static func leave() { count.withLock { $0 -= 1 } }
}
