public import ApusBytes
internal import ApusFiles

/// The source of time: the system's clocks, or a manual clock for tests.
public enum TimeSource: Sendable {
  /// The clocks of the system.
  case system
  /// A clock that changes only when it is moved.
  case manual(ManualClock)

  /// The current time on a clock that never goes backwards.
  public var now: Deadline {
    switch self {
    case .system: .now
    case .manual(let clock): clock.now
    }
  }

  /// Returns the current time, given the time that was just read from the system's clock.
  func now(ofSystem nanoseconds: UInt64) -> Deadline {
    switch self {
    case .system: Deadline(nanoseconds: nanoseconds)
    case .manual(let clock): clock.now
    }
  }

  /// A Boolean value that indicates whether the time is the system's, and passes by itself.
  package var isOfSystem: Bool {
    switch self {
    case .system: true
    case .manual: false
    }
  }

  /// Returns the deadline after a duration from now.
  ///
  /// A deadline that exceeds the range of the clock never arrives.
  public func deadline(after duration: Duration) -> Deadline { now + duration }

  /// Keeps the loop from moving its clock while work is in progress elsewhere.
  package func hold() { if case .manual(let clock) = self { clock.hold() } }

  /// Ends the effect of `hold`.
  package func release() { if case .manual(let clock) = self { clock.release() } }

  /// The milliseconds since the start of 1970, by the wall clock, which can be set.
  public var wallMilliseconds: Int64 {
    switch self {
    case .system: WallClock.millisecondsSinceEpoch
    case .manual(let clock): clock.wallMilliseconds
    }
  }
}

/// A clock that changes only when a test moves it, with the loops whose deadlines it ends.
///
/// `advance` moves the monotonic clock; the wall clock may be set separately. If the clock moves
/// when idle, its loop also moves it to the next deadline when no work is left: there must be one
/// loop, and all work elsewhere must call `hold`.
public final class ManualClock: Sendable {
  private struct State {
    var now = Deadline(nanoseconds: 1_000_000_000)
    var wallMilliseconds: Int64
    var loops: [WeakLoop] = []
    /// The number of operations in progress elsewhere, whose end no loop can predict.
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
  /// A Boolean value that indicates whether an idle loop moves the clock to its next deadline.
  package let movesWhenIdle: Bool

  /// Creates a clock that starts at a time; the default is the current time of the system.
  public convenience init(wallMilliseconds: Int64 = WallClock.millisecondsSinceEpoch) {
    self.init(wallMilliseconds: wallMilliseconds, movesWhenIdle: false)
  }

  /// Creates a clock that its loop may move.
  package init(
    wallMilliseconds: Int64 = WallClock.millisecondsSinceEpoch, movesWhenIdle: Bool
  ) {
    state = Lock(State(wallMilliseconds: wallMilliseconds))
    self.movesWhenIdle = movesWhenIdle
  }

  /// The current time.
  public var now: Deadline { state.withLock(\.now) }

  /// The milliseconds since the start of 1970.
  public var wallMilliseconds: Int64 { state.withLock(\.wallMilliseconds) }

  /// Moves both clocks forward, and ends the waits whose deadline has passed.
  public func advance(by duration: Duration) {
    let loops = state.withLock { state in
      state.move(by: duration)
      return state.loops
    }
    for loop in loops { loop.loop?.interrupt() }
  }

  /// Moves both clocks to a deadline of the only loop, which is idle; returns false if the clock
  /// must not be moved now.
  func move(to deadline: Deadline) -> Bool {
    guard movesWhenIdle else { return false }
    return state.withLock { state in
      guard state.holds == 0, let rest = deadline.remaining(from: state.now) else { return false }
      state.move(by: rest)
      return true
    }
  }

  /// Keeps the loop from moving the clock until `release` is called as often.
  package func hold() { state.withLock { $0.holds += 1 } }

  /// Allows the loop to move the clock again.
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

  /// Registers a loop whose deadlines this clock ends.
  func add(_ loop: EventLoop) {
    state.withLock { state in
      state.loops.removeAll { $0.loop == nil }
      state.loops.append(WeakLoop(loop: loop))
    }
  }
}

/// The external inputs of a client other than bytes: the time, and random numbers.
///
/// The loops of a client have the same time source, and end waits by it.
public struct Environment: Sendable {
  /// The source of the time.
  public let time: TimeSource
  /// The source of random bytes.
  public let random: any RandomSource

  /// Creates an environment with the clocks and the random numbers of the system by default.
  public init(time: TimeSource = .system, random: any RandomSource = SystemRandom()) {
    self.time = time
    self.random = random
  }

  /// The environment of the system.
  public static let system = Environment()
}
