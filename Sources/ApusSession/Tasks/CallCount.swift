internal import ApusNet
internal import Synchronization

/// The number of running calls of a session, and the state that determines whether new calls are
/// allowed.
///
/// Counting a running call costs one atomic addition and one atomic subtraction.
final class CallCount: Sendable {
  /// Twice the number of running calls. The lowest bit is set if the session accepts no more calls.
  private let state = Atomic<Int>(0)
  private struct LastCall {
    /// A closure that is called when no call is running after the shutdown.
    var close: (@Sendable () -> Void)?
    /// The doorbells (wake-up signals) that ring when no call is running after the shutdown.
    var bells: [Doorbell] = []
  }

  private let lastCall = Lock(LastCall())

  /// The number of running calls of the session.
  var number: Int { state.load(ordering: .relaxed) >> 1 }

  /// Counts a new call as running; returns `false` if the session accepts no more calls.
  func admit() -> Bool {
    guard state.add(2, ordering: .acquiringAndReleasing).oldValue & 1 == 0 else {
      leave()
      return false
    }
    return true
  }

  /// Subtracts a call that has ended from the number of running calls.
  func leave() {
    if state.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { end() }
  }

  /// Prevents new calls, and calls `close` when no call is running, possibly at once.
  func shut(_ close: (@Sendable () -> Void)? = nil) {
    lastCall.withLock { $0.close = $0.close ?? close }
    if state.bitwiseOr(1, ordering: .acquiringAndReleasing).newValue == 1 { end() }
  }

  private func end() {
    let (close, bells) = lastCall.withLock { lastCall in
      let bells = lastCall.bells
      lastCall.bells = []
      return (lastCall.close.take(), bells)
    }
    close?()
    for bell in bells { bell.ring() }
  }

  /// Waits until no call is running or until a deadline; returns the number of running calls.
  ///
  /// A call that runs the caller's own code, such as an interceptor, may have no connection, but
  /// still counts as running.
  func awaitEnd(until deadline: Deadline, on loop: EventLoop) async -> Int {
    let bell = Doorbell(on: loop)
    lastCall.withLock { $0.bells.append(bell) }
    // A call that ended before the doorbell was added did not ring it, so the number of calls is
    // checked again.
    if number > 0 { _ = await bell.wait(until: deadline) }
    lastCall.withLock { $0.bells.removeAll { $0 === bell } }
    return number
  }
}
