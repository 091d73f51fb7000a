public import ApusBytes
internal import ApusFiles

/// The source of time: the operating system's clocks, or a manual clock for tests.
public enum TimeSource: Sendable {
  /// The clocks of the operating system.
  case system
  /// A clock whose time changes only when a test moves the clock.
  case manual(ManualClock)

  /// The current time on a monotonic clock.
  public var now: Deadline {
    switch self {
    case .system: .now
    case .manual(let clock): clock.now
    }
  }

  /// Returns the current time. A system time source returns the given time, which the caller has
  /// just read.
  func now(ofSystem nanoseconds: UInt64) -> Deadline {
    switch self {
    case .system: Deadline(nanoseconds: nanoseconds)
    case .manual(let clock): clock.now
    }
  }

  /// A Boolean value that indicates whether the time source is the operating system's clock.
  package var isOfSystem: Bool {
    switch self {
    case .system: true
    case .manual: false
    }
  }

  /// Returns the deadline that is a duration from now.
  ///
  /// A deadline that exceeds the range of the clock never arrives.
  public func deadline(after duration: Duration) -> Deadline { now + duration }

  /// Prevents the event loop from advancing a manual clock while other threads do work.
  package func hold() { if case .manual(let clock) = self { clock.hold() } }

  /// Cancels one call of `hold`.
  package func release() { if case .manual(let clock) = self { clock.release() } }

  /// A Boolean value that indicates whether blocking calls run on the thread of the caller.
  ///
  /// A simulation has a single thread, so that a seed decides the order of all steps.
  var runsBlockingCalls: Bool {
    switch self {
    case .system: false
    case .manual(let clock): clock.runsBlockingCalls
    }
  }

  /// The closure that decides the order in which ready tasks run, or `nil` for the usual order.
  var nextTask: (@Sendable (_ count: Int) -> Int)? {
    switch self {
    case .system: nil
    case .manual(let clock): clock.nextTask
    }
  }

  /// The wall clock time in milliseconds since the start of 1970.
  public var wallMilliseconds: Int64 {
    switch self {
    case .system: WallClock.millisecondsSinceEpoch
    case .manual(let clock): clock.wallMilliseconds
    }
  }
}

/// A clock for tests, which changes only when a test or an idle event loop moves it.
///
/// `advance` moves the clock, and a test may set the wall clock separately. With `movesWhenIdle`,
/// an event loop without work moves the clock to the next deadline. Such a clock must have only one
/// event loop, and all work on other threads must call `hold`.
public final class ManualClock: Sendable {
  private struct State {
    var now = Deadline(nanoseconds: 1_000_000_000)
    var wallMilliseconds: Int64
    var loops: [WeakLoop] = []
    /// The number of operations in progress on other threads, which prevent the clock from moving.
    var holds = 0

    mutating func move(by duration: Duration) {
      now = now + duration
      wallMilliseconds += Int64(clamping: duration.attoseconds / 1_000_000_000_000_000)
    }
  }

  private struct WeakLoop: Sendable {
    weak let loop: EventLoop?
  }

  private let state: Lock<State>
  /// A Boolean value that indicates whether an idle event loop moves the clock to its next
  /// deadline.
  package let movesWhenIdle: Bool
  /// A Boolean value that indicates whether blocking calls run on the thread of the caller.
  let runsBlockingCalls: Bool
  /// The closure that decides the order in which ready tasks run, or `nil` for the usual order.
  ///
  /// The closure receives a number of tasks, and returns the index of the task that runs next.
  let nextTask: (@Sendable (_ count: Int) -> Int)?

  /// Creates a manual clock that starts at a given time, by default the current time of the system.
  public convenience init(wallMilliseconds: Int64 = WallClock.millisecondsSinceEpoch) {
    self.init(wallMilliseconds: wallMilliseconds, movesWhenIdle: false)
  }

  /// Creates a manual clock that an idle event loop may move.
  package init(
    wallMilliseconds: Int64 = WallClock.millisecondsSinceEpoch, movesWhenIdle: Bool,
    runsBlockingCalls: Bool = false, nextTask: (@Sendable (_ count: Int) -> Int)? = nil
  ) {
    state = Lock(State(wallMilliseconds: wallMilliseconds))
    self.movesWhenIdle = movesWhenIdle
    self.runsBlockingCalls = runsBlockingCalls
    self.nextTask = nextTask
  }

  /// The current time of the manual clock.
  public var now: Deadline { state.withLock(\.now) }

  /// The wall clock time in milliseconds since the start of 1970.
  public var wallMilliseconds: Int64 { state.withLock(\.wallMilliseconds) }

  /// Moves the monotonic clock and the wall clock forward.
  ///
  /// All waits whose deadline has passed end by timeout.
  public func advance(by duration: Duration) {
    let loops = state.withLock { state in
      state.move(by: duration)
      return state.loops
    }
    for loop in loops { loop.loop?.interrupt() }
  }

  /// Moves the clock to the next deadline of its idle event loop. Returns `false` if operations on
  /// other threads are in progress.
  func move(to deadline: Deadline) -> Bool {
    guard movesWhenIdle else { return false }
    return state.withLock { state in
      guard state.holds == 0, let rest = deadline.remaining(from: state.now) else { return false }
      state.move(by: rest)
      return true
    }
  }

  /// Prevents the event loop from moving the clock until `release` has been called as often as
  /// `hold`.
  package func hold() { state.withLock { $0.holds += 1 } }

  /// Cancels one call of `hold`, so that the event loop may move the clock again.
  package func release() {
    let loops = state.withLock { state in
      state.holds -= 1
      return state.loops
    }
    for loop in loops { loop.loop?.interrupt() }
  }

  /// Sets only the wall clock, as if an administrator had corrected the date.
  public func setWall(milliseconds: Int64) {
    state.withLock { $0.wallMilliseconds = milliseconds }
  }

  /// Registers an event loop whose deadlines depend on this clock.
  func add(_ loop: EventLoop) {
    state.withLock { state in
      state.loops.removeAll { $0.loop == nil }
      state.loops.append(WeakLoop(loop: loop))
    }
  }
}

/// The time source and the source of random numbers of a client.
///
/// The event loops of a client use the same time source for deadlines.
public struct Environment: Sendable {
  /// The time source of the client.
  public let time: TimeSource
  /// The source of random bytes of the client.
  public let random: any RandomSource

  /// Creates an environment, by default with the clocks and the random numbers of the system.
  public init(time: TimeSource = .system, random: any RandomSource = SystemRandom()) {
    self.time = time
    self.random = random
  }

  /// The environment with the operating system's clocks and random numbers.
  public static let system = Environment()
}
