/// The state of the activity display, as a table.
///
/// Short activity is never shown, and a short pause does not hide it.
///
/// The table reads no clock: it requests a timer and is notified when the timer expires. A timer
/// that expires late, in another state, is recognized by its number and ignored.
public struct ActivityState: Equatable, Sendable {
  /// The phases of the display.
  public enum Phase: Equatable, Sendable {
    /// No activity, and none is shown.
    case notActive
    /// There is activity, but it has not lasted long enough to be shown.
    case delayingStart
    /// Activity is shown.
    case active
    /// Activity has ended, but it is still shown.
    case delayingEnd
  }

  /// An event.
  public enum Event: Equatable, Sendable {
    /// There is activity, new or continued.
    case busy
    /// No activity.
    case idle
    /// The timer of that number expired; the Boolean indicates whether there is activity.
    case timer(Int, isBusy: Bool)
    /// The display was disabled.
    case disabled
  }

  /// The timer to start; no other timer is awaited any more.
  public enum Timer: Equatable, Sendable {
    /// After `activationDelay`.
    case activation(Int)
    /// After `completionDelay`.
    case completion(Int)
  }

  /// The current phase.
  public private(set) var phase = Phase.notActive
  private var timerNumber = 0

  /// Creates a state without activity.
  public init() {}

  /// A Boolean value that indicates whether activity is shown.
  public var isVisible: Bool { phase == .active || phase == .delayingEnd }

  /// Handles an event and returns the timer to start, if any.
  ///
  /// - Parameter event: The event that has occurred.
  public mutating func handle(_ event: Event) -> Timer? {
    switch (phase, event) {
    case (_, .disabled): return enter(.notActive)

    case (.notActive, .busy): return enter(.delayingStart)
    case (.notActive, .idle): return nil
    case (.notActive, .timer): return nil

    // Activity may end and begin again meanwhile: the decision is made when the timer expires.
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
    // A running timer belongs to the previous state.
    timerNumber += 1
    switch next {
    case .delayingStart: return .activation(timerNumber)
    case .delayingEnd: return .completion(timerNumber)
    case .notActive, .active: return nil
    }
  }
}
