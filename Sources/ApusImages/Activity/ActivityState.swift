/// The state machine of the activity display.
///
/// The display never shows short activity, and a short pause does not hide longer activity.
///
/// The state machine reads no clock. The state machine requests a timer, and the caller reports the
/// timer's expiry. An outdated timer is recognized by its number and ignored.
public struct ActivityState: Equatable, Sendable {
  /// The phases of the activity display.
  public enum Phase: Equatable, Sendable {
    /// No request is active, and the display shows no activity.
    case notActive
    /// A request is active, but the activity is too short to be shown.
    case delayingStart
    /// The display shows the activity of a request.
    case active
    /// All requests have ended, but the display still shows activity.
    case delayingEnd
  }

  /// An event that changes the activity display.
  public enum Event: Equatable, Sendable {
    /// A request has begun, or at least one request is still running.
    case busy
    /// No request is running.
    case idle
    /// The timer with this number has expired. The Boolean value indicates whether a request is
    /// active.
    case timer(Int, isBusy: Bool)
    /// The caller has disabled the activity display.
    case disabled
  }

  /// The timer that the caller must start. Earlier timers are then outdated.
  public enum Timer: Equatable, Sendable {
    /// The timer with this number, which expires after `activationDelay`.
    case activation(Int)
    /// The timer with this number, which expires after `completionDelay`.
    case completion(Int)
  }

  /// The current phase of the activity display.
  public private(set) var phase = Phase.notActive
  private var timerNumber = 0

  /// Creates the state of a display without activity.
  public init() {}

  /// A Boolean value that indicates whether the display shows activity.
  public var isVisible: Bool { phase == .active || phase == .delayingEnd }

  /// Handles an activity event and returns the timer to start. The value is `nil` if no timer is
  /// necessary.
  ///
  /// - Parameter event: The event that has occurred.
  public mutating func handle(_ event: Event) -> Timer? {
    switch (phase, event) {
    case (_, .disabled): return enter(.notActive)

    case (.notActive, .busy): return enter(.delayingStart)
    case (.notActive, .idle): return nil
    case (.notActive, .timer): return nil

    // Activity may end and begin again before the timer expires, so the state changes only when the
    // timer expires.
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
    // With a new number, a running timer of the previous state is outdated.
    timerNumber += 1
    switch next {
    case .delayingStart: return .activation(timerNumber)
    case .delayingEnd: return .completion(timerNumber)
    case .notActive, .active: return nil
    }
  }
}
