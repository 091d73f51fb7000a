import ApusNet
import CApusSystem

/// What a signal does while there is something to clean up.
///
/// SIGINT, SIGTERM and SIGHUP end the process at once as ever, until a command says that it holds
/// something that must not stay behind. From then on the first of them cancels the command's task,
/// and the exit status is what a shell shows of a process that the signal has ended; another one,
/// half a second later or more, ends it after all.
enum Interruption {
  private static let cancel = Lock<(@Sendable () -> Void)?>(nil)

  /// Says how the command is cancelled.
  static func prepare(_ cancel: @escaping @Sendable () -> Void) {
    Self.cancel.withLock { $0 = cancel }
  }

  /// Catches signals from now on; in a test, where nothing was prepared, they do what they did.
  static func begin() {
    guard let cancel = cancel.withLock({ $0 }) else { return }
    apus_catch_interrupts()
    Task.detached {
      // Without a loop there is nothing to clean up, and the next signal ends the process.
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

  /// The number of the signal that has come and was caught, if one has.
  static var signal: Int32? {
    let number = apus_caught_interrupt()
    return number == 0 ? nil : number
  }
}
