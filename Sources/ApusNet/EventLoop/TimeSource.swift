public import ApusBytes
internal import ApusFiles

/// The source of the time: the system's clocks, or a clock that a test moves.
public enum TimeSource: Sendable {
  /// The clocks of the system.
  case system
  /// A clock that stands still until it is moved.
  case manual(ManualClock)

  /// The moment that is now, on a clock that never goes backwards.
  public var now: Deadline {
    switch self {
    case .system: .now
    case .manual(let clock): clock.now
    }
  }

  /// The moment that is now, where the system's clock has just been read.
  func now(ofSystem nanoseconds: UInt64) -> Deadline {
    switch self {
    case .system: Deadline(nanoseconds: nanoseconds)
    case .manual(let clock): clock.now
    }
  }

  /// Whether the time is the system's, and so passes by itself.
  package var isOfSystem: Bool {
    switch self {
    case .system: true
    case .manual: false
    }
  }

  /// Returns the moment that lies that far ahead; one beyond what the clock counts never comes.
  public func deadline(after duration: Duration) -> Deadline { now + duration }

  /// Keeps a clock that its loop moves from being moved while something is done elsewhere.
  package func hold() { if case .manual(let clock) = self { clock.hold() } }

  /// Ends what `hold` has begun.
  package func release() { if case .manual(let clock) = self { clock.release() } }

  /// Milliseconds since the start of 1970, by the clock on the wall, which can be set.
  public var wallMilliseconds: Int64 {
    switch self {
    case .system: WallClock.millisecondsSinceEpoch
    case .manual(let clock): clock.wallMilliseconds
    }
  }
}

/// A clock that stands still until a test moves it, with the loops whose deadlines it ends.
///
/// The clock that never goes backwards is moved by `advance`; that on the wall may be set alone.
/// One that moves when idle is moved by its loop too, to the next deadline, when nothing is left to
/// do: there must be one loop, and whatever is done elsewhere must be held.
public final class ManualClock: Sendable {
  private struct State {
    var now = Deadline(nanoseconds: 1_000_000_000)
    var wallMilliseconds: Int64
    var loops: [WeakLoop] = []
    /// How much is done elsewhere, whose end no loop sees ahead.
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
  /// Whether a loop that has nothing to do moves the clock to its next deadline.
  package let movesWhenIdle: Bool

  /// Creates a clock that stands at a moment, which is that of the system unless it is named.
  public convenience init(wallMilliseconds: Int64 = WallClock.millisecondsSinceEpoch) {
    self.init(wallMilliseconds: wallMilliseconds, movesWhenIdle: false)
  }

  /// Creates a clock that may be moved by its loop.
  package init(
    wallMilliseconds: Int64 = WallClock.millisecondsSinceEpoch, movesWhenIdle: Bool
  ) {
    state = Lock(State(wallMilliseconds: wallMilliseconds))
    self.movesWhenIdle = movesWhenIdle
  }

  /// The moment that is now.
  public var now: Deadline { state.withLock(\.now) }

  /// Milliseconds since the start of 1970.
  public var wallMilliseconds: Int64 { state.withLock(\.wallMilliseconds) }

  /// Moves both clocks on, and ends what waited until then.
  public func advance(by duration: Duration) {
    let loops = state.withLock { state in
      state.move(by: duration)
      return state.loops
    }
    for loop in loops { loop.loop?.interrupt() }
  }

  /// Moves both clocks on to a deadline of the only loop, which has nothing else to do; false where
  /// the clock is not to be moved now.
  func move(to deadline: Deadline) -> Bool {
    guard movesWhenIdle else { return false }
    return state.withLock { state in
      guard state.holds == 0, let rest = deadline.remaining(from: state.now) else { return false }
      state.move(by: rest)
      return true
    }
  }

  /// Keeps the clock from being moved by its loop until `release` is called as often.
  package func hold() { state.withLock { $0.holds += 1 } }

  /// Lets the clock be moved again.
  package func release() {
    let loops = state.withLock { state in
      state.holds -= 1
      return state.loops
    }
    for loop in loops { loop.loop?.interrupt() }
  }

  /// Sets the clock on the wall alone, as somebody who corrects the date does.
  public func setWall(milliseconds: Int64) {
    state.withLock { $0.wallMilliseconds = milliseconds }
  }

  /// Notes a loop whose deadlines this clock ends.
  func add(_ loop: EventLoop) {
    state.withLock { state in
      state.loops.removeAll { $0.loop == nil }
      state.loops.append(WeakLoop(loop: loop))
    }
  }
}

/// What a client takes from outside besides bytes: the time, and random numbers.
///
/// The loops of a client have the same time, and end waits by it.
public struct Environment: Sendable {
  /// The source of the time.
  public let time: TimeSource
  /// Where random bytes come from.
  public let random: any RandomSource

  /// Creates the clocks and the random numbers of the system, unless others are named.
  public init(time: TimeSource = .system, random: any RandomSource = SystemRandom()) {
    self.time = time
    self.random = random
  }

  /// The system's own.
  public static let system = Environment()
}
