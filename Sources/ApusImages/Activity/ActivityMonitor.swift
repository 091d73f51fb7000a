internal import ApusNet

/// Says whether requests are under way, without flickering: for a status line or a health check.
///
///     let monitor = ActivityMonitor()
///     monitor.isEnabled = true
///     for await isVisible in monitor.changes { print(isVisible ? "busy" : "idle") }
///
/// What lasts less than `activationDelay` is not shown; what has ended is shown for
/// `completionDelay` more, in which it may go on. Requests are told apart by names of the caller's,
/// so that one which is suspended and then completed has ended once. (AFNetworking counts it
/// twice.)
public final class ActivityMonitor: Sendable {
  /// How long something must go on before it is shown.
  public let activationDelay: Duration
  /// How long it is shown once it has ended.
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

  /// Creates a monitor that shows nothing until it is enabled.
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

  /// Whether activity is shown at all; what goes on is counted all the same.
  ///
  /// Nothing is shown from the moment on at which this becomes false. When it becomes true, what
  /// goes on already is not looked at: the next beginning or end is.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      change { state in
        state.isEnabled = newValue
        return newValue ? nil : .disabled
      }
    }
  }

  /// Whether activity is shown.
  public var isVisible: Bool { state.withLock { $0.table.isVisible } }

  /// How far the showing has come.
  public var phase: ActivityState.Phase { state.withLock { $0.table.phase } }

  /// Whether activity is shown, from each time on at which that changes.
  ///
  /// What no one has taken yet is kept, up to 64 changes. The stream ends with the monitor.
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

  /// Counts a request that begins or goes on; one that was running already is counted once.
  public func begin(_ name: String) {
    change { state in
      state.running.insert(name)
      return .busy
    }
  }

  /// Counts a request off that ends or pauses; one that was not running changes nothing.
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

  /// Takes an event in; where nothing is enabled, only what disables.
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
  func call(after delay: Duration, _ body: @escaping @Sendable () -> Void)
}

/// The monotonic clock of the system, by the timers of the process's event loop.
public struct SystemActivityClock: ActivityClock {
  /// Creates the clock.
  public init() {}

  public func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    Task {
      // A loop that was shut down has no timers, and nothing more is shown.
      guard let loop = try? EventLoop.shared() else { return }
      do throws(NetError) { try await loop.sleep(until: .after(delay)) } catch { return }
      body()
    }
  }
}
