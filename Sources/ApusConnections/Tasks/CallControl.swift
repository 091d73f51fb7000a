package import ApusHTTP
package import ApusNet

/// The link from a handle to its running call, which carries the suspension and the priority.
///
/// The call checks the control before each step. During another wait, the call has registered its
/// doorbell with the control. The control rings the doorbell when the call must check again.
package final class CallControl: Sendable {
  package typealias Priority = HTTP.RequestOptions.Priority

  private struct State {
    /// The start of the suspension. The value is `nil` if the call is not suspended.
    var suspension: Deadline?
    /// The total time of earlier suspensions.
    var paused: Duration = .zero
    /// The doorbell of the call's current wait for another event.
    var bell: Doorbell?
    /// The doorbells that wait for the end of the suspension.
    var waiting: [ObjectIdentifier: Doorbell] = [:]
    var isShutDown = false
    /// A Boolean value that indicates whether the task has ended. Later requests to suspend or
    /// resume the call have no effect.
    var hasEnded = false
    /// The deadline of the call, which is `never` before the call has begun.
    var end = Deadline.never
    /// The number of the call that has begun. The value is `nil` if no monitor needs the number.
    var call: Int?
    var keepsPart = false
    var priority: Priority
    /// The callback that receives each new priority.
    var onPriority: (@Sendable (Priority) -> Void)?
  }

  let time: TimeSource
  /// The start of the call, and of the call's total timeout.
  let start: Deadline
  private let state: Lock<State>
  /// The callback that receives the call's number when the call is suspended or resumed.
  private let told: Told?

  package typealias Told = @Sendable (_ isSuspended: Bool, _ call: Int?) -> Void

  package init(_ time: TimeSource, _ priority: Priority, isSuspended: Bool, told: Told? = nil) {
    self.time = time
    self.told = told
    start = time.now
    state = Lock(State(suspension: isSuspended ? start : nil, priority: priority))
  }

  /// The start of the suspension. The value is `nil` if the call is not suspended.
  package var suspension: Deadline? { state.withLock(\.suspension) }

  /// Suspends the call. Returns `false` if the call is already suspended or has ended.
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

  /// Resumes the call. Returns `false` if the call is not suspended or has ended.
  package func resume() -> Bool {
    let (isNew, bells, call): (Bool, [Doorbell], Int?) = state.withLock { state in
      guard let since = state.suspension, !state.hasEnded else { return (false, [], nil) }
      state.paused += time.now.remaining(from: since) ?? .zero
      state.suspension = nil
      return (true, Array(state.waiting.values), state.call)
    }
    // The callback runs before the resumption has an effect.
    if isNew { told?(false, call) }
    for bell in bells { bell.ring() }
    return isNew
  }

  /// The total time that the call has been suspended.
  var pausedTime: Duration {
    state.withLock { state in
      guard let since = state.suspension else { return state.paused }
      return state.paused + (time.now.remaining(from: since) ?? .zero)
    }
  }

  /// Sets the doorbell of the call's current wait. The control rings the doorbell when the call is
  /// suspended.
  func attend(_ bell: Doorbell?) { state.withLock { $0.bell = bell } }

  /// Makes suspended calls fail, because the session is shut down.
  package func shutDown() {
    let bells = state.withLock { state in
      state.isShutDown = true
      return Array(state.waiting.values)
    }
    for bell in bells { bell.ring() }
  }

  private enum Beginning { case runs, waits, shutDown }

  /// Waits while the call is suspended, at most until a deadline. Returns `false` if the call is
  /// still suspended at the deadline.
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

// MARK: Other properties

extension CallControl {
  /// The priority of the call.
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

  /// The deadline of the whole call, after which the session releases the resources of the call.
  package var callEnd: Deadline { state.withLock(\.end) }

  /// Sets the deadline of the whole call.
  func noteEnd(_ end: Deadline) { state.withLock { $0.end = end } }

  /// Records the number of the call, which has begun.
  package func begin(_ call: Int?) { state.withLock { $0.call = call } }

  /// Records that the task has ended, and releases the callbacks of the control.
  package func end() {
    state.withLock { state in
      state.hasEnded = true
      (state.onPriority, state.bell) = (nil, nil)
    }
  }

  /// Sets the callback for new priorities, which remains until the task has ended.
  package func onPriority(_ told: @escaping @Sendable (Priority) -> Void) {
    state.withLock { $0.onPriority = told }
  }

  /// A Boolean value that indicates whether the partial file of a cancelled download is retained.
  package var keepsPart: Bool {
    get { state.withLock(\.keepsPart) }
    set { state.withLock { $0.keepsPart = newValue } }
  }
}
