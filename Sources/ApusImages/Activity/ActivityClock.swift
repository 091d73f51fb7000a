internal import ApusNet

/// Calls back after a while: the clock of an `ActivityMonitor`.
public protocol ActivityClock: Sendable {
  /// Calls once, after that long or a little longer.
  func call(after delay: Duration, _ body: @escaping @Sendable () -> Void)
}

/// The monotonic clock of the system, by the timers of the process's event loop.
public struct SystemActivityClock: ActivityClock {
  /// The clock.
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
