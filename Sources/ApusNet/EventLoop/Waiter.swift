/// Who is told when a wait ends: a suspended task, or a closure.
@safe
enum Waiter: Sendable {
  // SAFETY: made by `suspend`, and resumed once: by the code that takes it out of its doorbell,
  // under the loop's lock, is the only one to have it.
  case task(UnsafeContinuation<Doorbell.Wakeup, Never>)
  case call(@Sendable (Doorbell.Wakeup) -> Void)

  /// Suspends the task and hands out what wakes it; calls `onCancel` if the task is cancelled, or
  /// was before.
  ///
  /// The usual entry to a cancellation handler asks three times which executor to go on with, and
  /// that costs a task which prefers one the tenth part of an exchange. The entry that keeps the
  /// caller's executor is right here, where nothing is done but to suspend. It is taken from the
  /// compilers alone that are known to have it.
  @inline(__always)
  static func suspend(
    _ park: (Waiter) -> Void, onCancel: @Sendable () -> Void
  ) async -> Doorbell.Wakeup {
    // SAFETY: `park` keeps the waiter where it is woken exactly once, or wakes it itself.
    #if compiler(>=6.4)
      await withTaskCancellationHandler {
        await unsafe withUnsafeContinuation { park(unsafe .task($0)) }
      } onCancel: {
        onCancel()
      }
    #else
      await _unsafeInheritExecutor_withTaskCancellationHandler {
        await unsafe withUnsafeContinuation { park(unsafe .task($0)) }
      } onCancel: {
        onCancel()
      }
    #endif
  }

  /// Suspends the task, whether it is cancelled or not, and hands out what wakes it.
  static func suspend(_ park: (Waiter) -> Void) async -> Doorbell.Wakeup {
    // SAFETY: as above.
    await unsafe withUnsafeContinuation { park(unsafe .task($0)) }
  }

  /// Ends the wait.
  ///
  /// A task that is woken before it has come to rest goes on without a job, and ThreadSanitizer
  /// knows nothing of how the runtime orders that: it may report the read in `resume`, wrongly.
  func wake(_ wakeup: Doorbell.Wakeup) {
    switch self {
    // SAFETY: the only owner resumes it, and lets go of it.
    case .task(let continuation): unsafe continuation.resume(returning: wakeup)
    case .call(let notify): notify(wakeup)
    }
  }
}

/// Somebody whose wait has ended, and who must be told outside of the loop's lock.
struct Woken {
  let waiter: Waiter
  let wakeup: Doorbell.Wakeup

  func deliver() { waiter.wake(wakeup) }
}
