public import ApusBytes
internal import ApusFiles

/// The source of time: the operating system's clocks, or a manual clock for tests.
public enum TimeSource: Sendable {
  /// The clocks of the operating system.
  case system
  /// A clock whose time changes only when a test moves the clock.
  case manual(ManualClock)

  /// The current time on a clock that never goes backwards.
  public var now: Deadline {
    switch self {
    case .system: .now
    case .manual(let clock): clock.now
    }
  }

  /// Returns the current time. The parameter is the time that was just read from the system's
  /// clock.
  func now(ofSystem nanoseconds: UInt64) -> Deadline {
    switch self {
    case .system: Deadline(nanoseconds: nanoseconds)
    case .manual(let clock): clock.now
    }
  }

  /// A Boolean value that indicates whether the time is the system's time, which passes by itself.
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

  /// Prevents the event loop from moving a manual clock while work is in progress outside the loop.
  package func hold() { if case .manual(let clock) = self { clock.hold() } }

  /// Ends the effect of one call of `hold`.
  package func release() { if case .manual(let clock) = self { clock.release() } }

  /// The milliseconds since the start of 1970, by the wall clock, which can be set.
  public var wallMilliseconds: Int64 {
    switch self {
    case .system: WallClock.millisecondsSinceEpoch
    case .manual(let clock): clock.wallMilliseconds
    }
  }
}

/// A clock that changes only when a test moves it, with the event loops whose deadlines it ends.
///
/// `advance` moves the monotonic clock, and a test may set the wall clock separately. A clock that
/// moves when idle lets its event loop move it to the next deadline when no work is left. A clock
/// that moves when idle must have only one event loop, and all work outside the loop must call
/// `hold`.
public final class ManualClock: Sendable {
  private struct State {
    var now = Deadline(nanoseconds: 1_000_000_000)
    var wallMilliseconds: Int64
    var loops: [WeakLoop] = []
    /// The number of operations in progress outside the event loop, whose end no loop can predict.
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

  /// Creates a clock that starts at a time, which by default is the current time of the system.
  public convenience init(wallMilliseconds: Int64 = WallClock.millisecondsSinceEpoch) {
    self.init(wallMilliseconds: wallMilliseconds, movesWhenIdle: false)
  }

  /// Creates a clock that its event loop may move.
  package init(
    wallMilliseconds: Int64 = WallClock.millisecondsSinceEpoch, movesWhenIdle: Bool
  ) {
    state = Lock(State(wallMilliseconds: wallMilliseconds))
    self.movesWhenIdle = movesWhenIdle
  }

  /// The current time of the clock.
  public var now: Deadline { state.withLock(\.now) }

  /// The milliseconds since the start of 1970 by the wall clock.
  public var wallMilliseconds: Int64 { state.withLock(\.wallMilliseconds) }

  /// Moves the monotonic clock and the wall clock forward.
  ///
  /// The move ends the waits whose deadline has passed.
  public func advance(by duration: Duration) {
    let loops = state.withLock { state in
      state.move(by: duration)
      return state.loops
    }
    for loop in loops { loop.loop?.interrupt() }
  }

  /// Moves both clocks to a deadline of the only event loop, which is idle. Returns `false` if the
  /// clock must not be moved now.
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

  /// Allows the event loop to move the clock again.
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

  /// Registers an event loop whose deadlines this clock ends.
  func add(_ loop: EventLoop) {
    state.withLock { state in
      state.loops.removeAll { $0.loop == nil }
      state.loops.append(WeakLoop(loop: loop))
    }
  }
}

/// The external inputs of a client other than bytes: the time, and random numbers.
///
/// The event loops of a client have the same time source, and end waits by that source.
public struct Environment: Sendable {
  /// The source of the time.
  public let time: TimeSource
  /// The source of random bytes.
  public let random: any RandomSource

  /// Creates an environment, by default with the clocks and the random numbers of the system.
  public init(time: TimeSource = .system, random: any RandomSource = SystemRandom()) {
    self.time = time
    self.random = random
  }

  /// The environment with the operating system's clocks and random numbers.
  public static let system = Environment()
}
