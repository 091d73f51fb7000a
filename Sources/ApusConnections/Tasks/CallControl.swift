package import ApusHTTP
package import ApusNet

/// What a handle says to its call while that runs: to stop for a while, and how urgent it is.
///
/// The call looks here before each step. Where it waits for something else it has named its
/// doorbell, which is rung, so that it looks up.
package final class CallControl: Sendable {
  package typealias Priority = HTTP.RequestOptions.Priority

  private struct State {
    /// Since when the call is suspended.
    var suspension: Deadline?
    /// For how long it was suspended before that.
    var paused: Duration = .zero
    /// Where it waits for something else.
    var bell: Doorbell?
    /// Where it waits to be resumed.
    var waiting: [ObjectIdentifier: Doorbell] = [:]
    var isShutDown = false
    /// Whether the task has ended, so that nothing can be asked of it.
    var hasEnded = false
    /// When the time of the call is over; never before it has begun.
    var end = Deadline.never
    /// The number of the call that has begun, where that is told to someone.
    var call: Int?
    var keepsPart = false
    var priority: Priority
    /// Told of another priority.
    var onPriority: (@Sendable (Priority) -> Void)?
  }

  let time: TimeSource
  /// When the call began, which its whole time is counted from.
  let start: Deadline
  private let state: Lock<State>
  /// Told that the call was suspended, or goes on, with its number.
  private let told: Told?

  package typealias Told = @Sendable (_ isSuspended: Bool, _ call: Int?) -> Void

  package init(_ time: TimeSource, _ priority: Priority, isSuspended: Bool, told: Told? = nil) {
    self.time = time
    self.told = told
    start = time.now
    state = Lock(State(suspension: isSuspended ? start : nil, priority: priority))
  }

  /// Since when the call is suspended; nil if it is not.
  package var suspension: Deadline? { state.withLock(\.suspension) }

  /// Suspends the call; false if it is suspended already.
  package func suspend() -> Bool {
    let (isNew, bell, call): (Bool, Doorbell?, Int?) = state.withLock { state in
      guard state.suspension == nil, !state.hasEnded else { return (false, nil, nil) }
      state.suspension = time.now
      return (true, state.bell, state.call)
    }
    bell?.ring()
    if isNew { told?(true, call) }
    return isNew
  }

  /// Lets the call go on; false if it was not suspended.
  package func resume() -> Bool {
    let (isNew, bells, call): (Bool, [Doorbell], Int?) = state.withLock { state in
      guard let since = state.suspension, !state.hasEnded else { return (false, [], nil) }
      state.paused += time.now.remaining(from: since) ?? .zero
      state.suspension = nil
      return (true, Array(state.waiting.values), state.call)
    }
    // Before what follows from it.
    if isNew { told?(false, call) }
    for bell in bells { bell.ring() }
    return isNew
  }

  /// For how long the call has been suspended in all.
  var pausedTime: Duration {
    state.withLock { state in
      guard let since = state.suspension else { return state.paused }
      return state.paused + (time.now.remaining(from: since) ?? .zero)
    }
  }

  /// Names where the call waits from now on, so that it looks up when it is suspended.
  func attend(_ bell: Doorbell?) { state.withLock { $0.bell = bell } }

  /// Lets what is suspended fail, because its session is shut down.
  package func shutDown() {
    let bells = state.withLock { state in
      state.isShutDown = true
      return Array(state.waiting.values)
    }
    for bell in bells { bell.ring() }
  }

  private enum Beginning { case runs, waits, shutDown }

  /// Waits as long as the call is suspended, and until a moment at most; false if it is then.
  package func goesOn(
    by deadline: Deadline, on loop: EventLoop
  ) async throws(ConnectionError) -> Bool {
    while true {
      let bell = Doorbell(on: loop)
      let beginning: Beginning = state.withLock { state in
        guard state.suspension != nil else { return .runs }
        guard !state.isShutDown else { return .shutDown }
        state.waiting[ObjectIdentifier(bell)] = bell
        return .waits
      }
      switch beginning {
      case .runs: return true
      case .shutDown: throw .shutDown
      case .waits: break
      }
      let wakeup = await bell.wait(until: deadline)
      state.withLock { $0.waiting[ObjectIdentifier(bell)] = nil }
      switch wakeup {
      case .rung: continue
      case .timedOut: return suspension == nil
      case .cancelled: throw .cancelled
      case .shutDown: throw .shutDown
      }
    }
  }
}

// MARK: What is asked besides

extension CallControl {
  /// How urgent the call is.
  package var priority: Priority {
    get { state.withLock(\.priority) }
    set {
      let told = state.withLock { state in
        state.priority = newValue
        return state.onPriority
      }
      told?(newValue)
    }
  }

  /// When the time of the call as a whole is over, after which nothing of it is held.
  package var callEnd: Deadline { state.withLock(\.end) }

  /// Notes when the time of the call as a whole is over.
  func noteEnd(_ end: Deadline) { state.withLock { $0.end = end } }

  /// Notes the number of the call, which has begun.
  package func begin(_ call: Int?) { state.withLock { $0.call = call } }

  /// Notes that the task has ended, and lets go of what it has told.
  package func end() {
    state.withLock { state in
      state.hasEnded = true
      (state.onPriority, state.bell) = (nil, nil)
    }
  }

  /// Names what is told of another priority, until the task has ended.
  package func onPriority(_ told: @escaping @Sendable (Priority) -> Void) {
    state.withLock { $0.onPriority = told }
  }

  /// Whether the part of a download is kept that was cancelled.
  package var keepsPart: Bool {
    get { state.withLock(\.keepsPart) }
    set { state.withLock { $0.keepsPart = newValue } }
  }
}
