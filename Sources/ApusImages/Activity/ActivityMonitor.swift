internal import ApusNet

/// Reports whether requests are active, without flickering: for a status line or a health check.
///
///     let monitor = ActivityMonitor()
///     monitor.isEnabled = true
///     for await isVisible in monitor.changes { print(isVisible ? "busy" : "idle") }
///
/// Activity that lasts less than `activationDelay` is not shown; activity that has ended is shown
/// for another `completionDelay`, during which it may resume. The caller gives each request a name,
/// so that a request that is suspended and then completed has ended once. (AFNetworking counts it
/// twice.)
public final class ActivityMonitor: Sendable {
  /// The time that activity must last before it is shown.
  public let activationDelay: Duration
  /// The time for which activity is shown after it has ended.
  public let completionDelay: Duration

  private let clock: any ActivityClock
  private let state = Lock(State())

  private struct State {
    var table = ActivityState()
    var isEnabled = false
    var running: Set<String> = []
    /// Activities of the caller's that have no name.
    var unnamedCount = 0
    var watchers: [Int: AsyncStream<Bool>.Continuation] = [:]
    var watcherCount = 0

    var isBusy: Bool { unnamedCount > 0 || !running.isEmpty }
  }

  /// Creates a monitor that is disabled at first.
  ///
  /// - Parameters:
  ///   - activationDelay: The time of activity before it is shown; one second by default.
  ///   - completionDelay: The time without activity before it is hidden; 170 milliseconds by
  ///     default.
  ///   - clock: The clock of the delays.
  public init(
    activationDelay: Duration = .seconds(1), completionDelay: Duration = .milliseconds(170),
    clock: any ActivityClock = SystemActivityClock()
  ) {
    self.activationDelay = activationDelay
    self.completionDelay = completionDelay
    self.clock = clock
  }

  deinit {
    for watcher in state.withLock({ $0.watchers }).values { watcher.finish() }
  }

  /// A Boolean value that indicates whether activity is shown; it is counted in any case.
  ///
  /// If this becomes false, nothing is shown from that moment on. If it becomes true, current
  /// activity is not considered until the next request begins or ends.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      change { state in
        state.isEnabled = newValue
        return newValue ? nil : .disabled
      }
    }
  }

  /// A Boolean value that indicates whether activity is shown.
  public var isVisible: Bool { state.withLock { $0.table.isVisible } }

  /// The current phase.
  public var phase: ActivityState.Phase { state.withLock { $0.table.phase } }

  /// The values of `isVisible` at each change.
  ///
  /// Up to 64 changes are buffered. The stream ends with the monitor.
  public var changes: AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Bool.self, bufferingPolicy: .bufferingNewest(64))
    let number = state.withLock { state in
      state.watcherCount += 1
      state.watchers[state.watcherCount] = continuation
      return state.watcherCount
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.watchers.removeValue(forKey: number) }
    }
    return stream
  }

  /// Counts a request that begins or resumes; a running one is counted once.
  ///
  /// - Parameter name: The name that identifies the request.
  public func begin(_ name: String) {
    change { state in
      state.running.insert(name)
      return .busy
    }
  }

  /// Removes a request that ends or pauses; if it was not running, nothing changes.
  ///
  /// - Parameter name: The name that identifies the request.
  public func end(_ name: String) {
    change { state in
      state.running.remove(name)
      return state.isBusy ? .busy : .idle
    }
  }

  /// Counts one more activity, which has no name.
  public func increment() {
    change { state in
      state.unnamedCount += 1
      return .busy
    }
  }

  /// Counts an activity without a name off; never more than have begun.
  public func decrement() {
    change { state in
      state.unnamedCount = max(0, state.unnamedCount - 1)
      return state.isBusy ? .busy : .idle
    }
  }

  /// Handles an event; while disabled, only the disabling one.
  private func change(_ body: (inout State) -> ActivityState.Event?) {
    let timer = state.withLock { state -> ActivityState.Timer? in
      guard let event = body(&state), state.isEnabled || event == .disabled else { return nil }
      let wasVisible = state.table.isVisible
      let timer = state.table.handle(event)
      let isVisible = state.table.isVisible
      if isVisible != wasVisible {
        // Under the lock, so that all see the changes in their order.
        for watcher in state.watchers.values { watcher.yield(isVisible) }
      }
      return timer
    }
    switch timer {
    case .activation(let number): start(number, activationDelay)
    case .completion(let number): start(number, completionDelay)
    case nil: break
    }
  }

  private func start(_ number: Int, _ delay: Duration) {
    clock.call(after: delay) { [weak self] in
      self?.change { .timer(number, isBusy: $0.isBusy) }
    }
  }
}

/// Calls back after a while: the clock of an `ActivityMonitor`.
public protocol ActivityClock: Sendable {
  /// Calls once, after that long or a little longer.
  ///
  /// - Parameters:
  ///   - delay: The minimum delay.
  ///   - body: The closure, which is called once.
  func call(after delay: Duration, _ body: @escaping @Sendable () -> Void)
}

/// The monotonic clock of the system, by the timers of the process's event loop.
public struct SystemActivityClock: ActivityClock {
  /// Creates the clock.
  public init() {}

  public func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    Task {
      // A loop that was shut down has no timers, so nothing more is shown.
      guard let loop = try? EventLoop.shared() else { return }
      do throws(NetError) { try await loop.sleep(until: .after(delay)) } catch { return }
      body()
    }
  }
}
