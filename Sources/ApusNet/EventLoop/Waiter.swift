/// The target of a wake-up: a suspended task or a closure.
@safe
enum Waiter: Sendable {
  // SAFETY: `suspend` creates the continuation, and the continuation is resumed once; the code that
  // takes the waiter out of its doorbell, under the loop's lock, is its only owner.
  case task(UnsafeContinuation<Doorbell.Wakeup, Never>)
  case call(@Sendable (Doorbell.Wakeup) -> Void)

  /// Suspends the task, and passes `park` the waiter that can wake the task. Calls `onCancel` if
  /// the task is cancelled.
  ///
  /// The public `withTaskCancellationHandler` looks up the executor three times, which costs a
  /// tenth of an HTTP exchange for a task with a preferred executor. The variant that keeps the
  /// caller's executor is correct here, because the body only suspends. The variant is used only
  /// with compilers that are known to support it.
  @inline(__always)
  static func suspend(
    _ park: (Waiter) -> Void, onCancel: @Sendable () -> Void
  ) async -> Doorbell.Wakeup {
    // SAFETY: `park` stores the waiter so that it is woken exactly once, or wakes it itself.
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

  /// Suspends the task even if the task is cancelled, and passes `park` the waiter that can wake
  /// the task.
  static func suspend(_ park: (Waiter) -> Void) async -> Doorbell.Wakeup {
    // SAFETY: `park` stores the waiter so that it is woken exactly once, or wakes it itself.
    await unsafe withUnsafeContinuation { park(unsafe .task($0)) }
  }

  /// Resumes the suspended task or calls the closure.
  ///
  /// A task that is woken before it is suspended continues without a job. ThreadSanitizer does not
  /// detect this synchronization of the runtime, and may falsely report the read in `resume`.
  func wake(_ wakeup: Doorbell.Wakeup) {
    switch self {
    // SAFETY: the only owner of the continuation resumes it, and releases it.
    case .task(let continuation): unsafe continuation.resume(returning: wakeup)
    case .call(let notify): notify(wakeup)
    }
  }
}

/// A waiter whose wait has ended. The waiter must be woken after the release of the event loop's
/// lock.
struct Woken {
  let waiter: Waiter
  let wakeup: Doorbell.Wakeup

  func deliver() { waiter.wake(wakeup) }
}
