internal import ApusNet

/// A monitor that reports network activity without flickering, for a status line or a health check.
///
///     let monitor = ActivityMonitor()
///     monitor.isEnabled = true
///     for await isVisible in monitor.changes { print(isVisible ? "busy" : "idle") }
///
/// The monitor does not show activity that is shorter than `activationDelay`. The monitor shows
/// finished activity for another `completionDelay`, during which activity may resume. The caller
/// gives each request a name. A request that is suspended and then completed therefore ends only
/// once. (AFNetworking counts the end twice.)
public final class ActivityMonitor: Sendable {
  /// The minimum duration of activity before the monitor shows the activity.
  public let activationDelay: Duration
  /// The duration for which the monitor still shows activity that has ended.
  public let completionDelay: Duration

  private let clock: any ActivityClock
  private let state = Lock(State())

  private struct State {
    var table = ActivityState()
    var isEnabled = false
    var running: Set<String> = []
    /// The number of current activities without a name.
    var unnamedCount = 0
    var watchers: [Int: AsyncStream<Bool>.Continuation] = [:]
    var watcherCount = 0

    var isBusy: Bool { unnamedCount > 0 || !running.isEmpty }
  }

  /// Creates an activity monitor, which is disabled at first.
  ///
  /// - Parameters:
  ///   - activationDelay: The duration of activity before the monitor shows the activity; one
  ///     second by default.
  ///   - completionDelay: The duration without activity before the monitor hides the activity; 170
  ///     milliseconds by default.
  ///   - clock: The clock for the two delays.
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

  /// A Boolean value that indicates whether the monitor shows activity.
  /// A disabled monitor still counts requests.
  ///
  /// A monitor that becomes disabled hides activity immediately. A monitor that becomes enabled
  /// ignores current activity until the next request begins or ends.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set {
      change { state in
        state.isEnabled = newValue
        return newValue ? nil : .disabled
      }
    }
  }

  /// A Boolean value that indicates whether the monitor shows activity at present.
  public var isVisible: Bool { state.withLock { $0.table.isVisible } }

  /// The current phase of the activity display.
  public var phase: ActivityState.Phase { state.withLock { $0.table.phase } }

  /// The stream of the values of `isVisible` at each change.
  ///
  /// The stream buffers up to 64 changes. The stream ends when the monitor is released.
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

  /// Counts a request that begins or resumes. A running request is counted only once.
  ///
  /// - Parameter name: The name that identifies the request.
  public func begin(_ name: String) {
    change { state in
      state.running.insert(name)
      return .busy
    }
  }

  /// Removes a request that ends or pauses. The call has no effect if the request was not running.
  ///
  /// - Parameter name: The name that identifies the request.
  public func end(_ name: String) {
    change { state in
      state.running.remove(name)
      return state.isBusy ? .busy : .idle
    }
  }

  /// Increases the number of activities without a name.
  public func increment() {
    change { state in
      state.unnamedCount += 1
      return .busy
    }
  }

  /// Decreases the number of activities without a name, which never becomes negative.
  public func decrement() {
    change { state in
      state.unnamedCount = max(0, state.unnamedCount - 1)
      return state.isBusy ? .busy : .idle
    }
  }

  /// Handles an activity event. A disabled monitor handles only the event that disables it.
  private func change(_ body: (inout State) -> ActivityState.Event?) {
    let timer = state.withLock { state -> ActivityState.Timer? in
      guard let event = body(&state), state.isEnabled || event == .disabled else { return nil }
      let wasVisible = state.table.isVisible
      let timer = state.table.handle(event)
      let isVisible = state.table.isVisible
      if isVisible != wasVisible {
        // The monitor reports a change while it holds its lock, so all streams report the changes
        // in the same order.
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

/// A clock that calls a closure after a delay, for an `ActivityMonitor`.
public protocol ActivityClock: Sendable {
  /// Calls a closure once after at least the given delay.
  ///
  /// - Parameters:
  ///   - delay: The minimum delay.
  ///   - body: The closure, which is called once.
  func call(after delay: Duration, _ body: @escaping @Sendable () -> Void)
}

/// The monotonic clock of the system, which uses the timers of the process's event loop.
public struct SystemActivityClock: ActivityClock {
  /// Creates the monotonic clock of the system.
  public init() {}

  public func call(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
    Task {
      // An event loop that was shut down has no timers, so the monitor shows no further activity.
      guard let loop = try? EventLoop.shared() else { return }
      do throws(NetError) { try await loop.sleep(until: .after(delay)) } catch { return }
      body()
    }
  }
}
