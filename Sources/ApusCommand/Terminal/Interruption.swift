import ApusNet
import CApusSystem

/// The treatment of signals while there are files to remove.
///
/// SIGINT, SIGTERM and SIGHUP end the process at once, until a command has temporary files. After
/// that, the first signal cancels the command's task, and the exit status is the one that a shell
/// reports for a process that the signal has ended. Another signal, at least half a second later,
/// ends the process.
enum Interruption {
  private static let cancel = Lock<(@Sendable () -> Void)?>(nil)

  /// Sets the closure that cancels the command.
  static func prepare(_ cancel: @escaping @Sendable () -> Void) {
    Self.cancel.withLock { $0 = cancel }
  }

  /// Catches signals from now on; in a test without preparation they keep their usual effect.
  static func begin() {
    guard let cancel = cancel.withLock({ $0 }) else { return }
    apus_catch_interrupts()
    Task.detached {
      // Without a loop there are no files to remove, and the next signal ends the process.
      guard let loop = try? EventLoop.shared() else { return }
      while signal == nil, loop.isRunning {
        try? await loop.sleep(until: .after(.milliseconds(20)))
      }
      cancel()
    }
  }

  /// Waits until files that were given up are removed, which other threads do; not for ever, as a
  /// disk may have stopped answering. A task that is cancelled waits too.
  static func settle() async {
    let limit = Deadline.after(.seconds(5))
    guard let loop = try? EventLoop.shared() else { return }
    while !BlockingPool.shared.isAtRest, !limit.isPast {
      await Task.detached { try? await loop.sleep(until: .after(.milliseconds(1))) }.value
    }
  }

  /// The number of the signal that was caught, if there was one.
  static var signal: Int32? {
    let number = apus_caught_interrupt()
    return number == 0 ? nil : number
  }
}
