package import ApusHTTP
package import ApusNet

/// The control of a running HTTP call, which can suspend the call and change its priority.
///
/// The call checks the control before each step. While the call waits for another event, the
/// control can wake the call.
package final class CallControl: Sendable {
  package typealias Priority = HTTP.RequestOptions.Priority

  private struct State {
    /// The start time of the suspension. The value is `nil` if the HTTP call is not suspended.
    var suspension: Deadline?
    /// The total duration of the call's earlier suspensions.
    var paused: Duration = .zero
    /// The wake-up signal for the call's current wait.
    var bell: Doorbell?
    /// The wake-up signals for tasks that wait for the end of the suspension.
    var waiting: [ObjectIdentifier: Doorbell] = [:]
    var isShutDown = false
    /// A Boolean value that indicates whether the HTTP call has ended. After the end, suspending or
    /// resuming the call has no effect.
    var hasEnded = false
    /// The deadline of the HTTP call. The value is `never` before the call has begun.
    var end = Deadline.never
    /// The number of the HTTP call in reports to a monitor. The value is `nil` if no monitor needs
    /// the number.
    var call: Int?
    var keepsPart = false
    var priority: Priority
    /// The callback that receives each new priority of the HTTP call.
    var onPriority: (@Sendable (Priority) -> Void)?
  }

  let time: TimeSource
  /// The start time of the HTTP call and of its total timeout.
  let start: Deadline
  private let state: Lock<State>
  /// The callback that runs when the HTTP call is suspended or resumed.
  private let told: Told?

  package typealias Told = @Sendable (_ isSuspended: Bool, _ call: Int?) -> Void

  package init(_ time: TimeSource, _ priority: Priority, isSuspended: Bool, told: Told? = nil) {
    self.time = time
    self.told = told
    start = time.now
    state = Lock(State(suspension: isSuspended ? start : nil, priority: priority))
  }

  /// The start time of the suspension. The value is `nil` if the HTTP call is not suspended.
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
    // The monitor must receive the resumption before the call continues.
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

  /// Sets the wake-up signal for the call's current wait. The control wakes the call when the call
  /// is suspended.
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

// MARK: Priority and deadline

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

  /// The deadline of the whole HTTP call, after which the session releases the call's resources.
  package var callEnd: Deadline { state.withLock(\.end) }

  /// Sets the deadline of the whole HTTP call.
  func noteEnd(_ end: Deadline) { state.withLock { $0.end = end } }

  /// Records the start and the number of the HTTP call.
  package func begin(_ call: Int?) { state.withLock { $0.call = call } }

  /// Records the end of the HTTP call, and releases the callbacks of the control.
  package func end() {
    state.withLock { state in
      state.hasEnded = true
      (state.onPriority, state.bell) = (nil, nil)
    }
  }

  /// Sets the callback for priority changes, which is removed at the end of the HTTP call.
  package func onPriority(_ told: @escaping @Sendable (Priority) -> Void) {
    state.withLock { $0.onPriority = told }
  }

  /// A Boolean value that indicates whether the partial file of a cancelled download is retained.
  package var keepsPart: Bool {
    get { state.withLock(\.keepsPart) }
    set { state.withLock { $0.keepsPart = newValue } }
  }
}
