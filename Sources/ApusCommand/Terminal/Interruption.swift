import ApusNet
import CApusSystem

/// The handling of signals while a command has temporary files to remove.
///
/// The signals SIGINT, SIGTERM and SIGHUP end the process at once as long as the command has no
/// temporary files. After that, the first signal cancels the command's task. The exit status is the
/// status that a shell reports for a process that the signal has ended. A further signal at least
/// half a second later ends the process.
enum Interruption {
  private static let cancel = Lock<(@Sendable () -> Void)?>(nil)

  /// Sets the closure that cancels the command after a signal.
  static func prepare(_ cancel: @escaping @Sendable () -> Void) {
    Self.cancel.withLock { $0 = cancel }
  }

  /// Begins to handle signals. In a test without a cancellation closure, signals keep their default
  /// effect.
  static func begin() {
    guard let cancel = cancel.withLock({ $0 }) else { return }
    apus_catch_interrupts()
    Task.detached {
      // Without an event loop there are no files to remove, so the next signal may end the process.
      guard let loop = try? EventLoop.shared() else { return }
      while signal == nil, loop.isRunning {
        try? await loop.sleep(until: .after(.milliseconds(20)))
      }
      cancel()
    }
  }

  /// Waits until other threads have removed the abandoned temporary files. The wait also happens in
  /// a cancelled task. The wait has a time limit, because a disk may not respond.
  static func settle() async {
    let limit = Deadline.after(.seconds(5))
    guard let loop = try? EventLoop.shared() else { return }
    while !BlockingPool.shared.isAtRest, !limit.isPast {
      await Task.detached { try? await loop.sleep(until: .after(.milliseconds(1))) }.value
    }
  }

  /// The number of the caught signal, or `nil` if no signal was caught.
  static var signal: Int32? {
    let number = apus_caught_interrupt()
    return number == 0 ? nil : number
  }
}
