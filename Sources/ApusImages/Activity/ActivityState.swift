/// Whether activity is shown, as a table.
///
/// What is over at once is never shown, and what pauses for a moment stays shown.
///
/// The table reads no clock: it asks for a timer and is told when the timer is over. A timer that
/// comes late, after another state was entered, is known by its number and means nothing.
public struct ActivityState: Equatable, Sendable {
  /// How far the showing has come.
  public enum Phase: Equatable, Sendable {
    /// Nothing goes on, and nothing is shown.
    case notActive
    /// Something goes on, but not for long enough to be shown.
    case delayingStart
    /// It is shown that something goes on.
    case active
    /// Nothing goes on, but this is not shown yet.
    case delayingEnd
  }

  /// What happens.
  public enum Event: Equatable, Sendable {
    /// Something goes on, or goes on still.
    case busy
    /// Creates a state in which nothing goes on.
    case idle
    /// The timer of that number is over; whether something goes on.
    case timer(Int, isBusy: Bool)
    /// Nothing is to be shown, whatever goes on.
    case disabled
  }

  /// Which timer is to be started; no other is awaited any more.
  public enum Timer: Equatable, Sendable {
    /// After `activationDelay`.
    case activation(Int)
    /// After `completionDelay`.
    case completion(Int)
  }

  /// How far the showing has come.
  public private(set) var phase = Phase.notActive
  private var timerNumber = 0

  /// Creates a state in which nothing goes on.
  public init() {}

  /// Whether activity is shown.
  public var isVisible: Bool { phase == .active || phase == .delayingEnd }

  /// Takes an event and says which timer is to be started, if any.
  public mutating func handle(_ event: Event) -> Timer? {
    switch (phase, event) {
    case (_, .disabled): return enter(.notActive)

    case (.notActive, .busy): return enter(.delayingStart)
    case (.notActive, .idle): return nil
    case (.notActive, .timer): return nil

    // What goes on may end meanwhile, and begin again: the timer runs out and then it is judged.
    case (.delayingStart, .busy): return nil
    case (.delayingStart, .idle): return nil
    case (.delayingStart, .timer(timerNumber, let isBusy)):
      return enter(isBusy ? .active : .notActive)
    case (.delayingStart, .timer): return nil

    case (.active, .busy): return nil
    case (.active, .idle): return enter(.delayingEnd)
    case (.active, .timer): return nil

    case (.delayingEnd, .busy): return enter(.active)
    case (.delayingEnd, .idle): return nil
    case (.delayingEnd, .timer(timerNumber, isBusy: _)): return enter(.notActive)
    case (.delayingEnd, .timer): return nil
    }
  }

  private mutating func enter(_ next: Phase) -> Timer? {
    phase = next
    // Whatever timer runs, it is that of the state before.
    timerNumber += 1
    switch next {
    case .delayingStart: return .activation(timerNumber)
    case .delayingEnd: return .completion(timerNumber)
    case .notActive, .active: return nil
    }
  }
}
