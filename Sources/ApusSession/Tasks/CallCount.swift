internal import ApusNet
internal import Synchronization

/// The number of calls of a session, and the state that admits more.
///
/// Counting a call costs one atomic addition and one subtraction.
final class CallCount: Sendable {
  /// The number of calls; the lowest bit is set if no more are admitted.
  private let state = Atomic<Int>(0)
  private struct LastCall {
    /// A closure that is called when no call is left.
    var close: (@Sendable () -> Void)?
    /// Rung once no call is left.
    var bells: [Doorbell] = []
  }

  private let lastCall = Lock(LastCall())

  /// The number of calls.
  var number: Int { state.load(ordering: .relaxed) >> 1 }

  /// Counts a call; returns false if no more are admitted.
  func admit() -> Bool {
    guard state.add(2, ordering: .acquiringAndReleasing).oldValue & 1 == 0 else {
      leave()
      return false
    }
    return true
  }

  /// Notes that a call has ended.
  func leave() {
    if state.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { end() }
  }

  /// Takes no more calls, and lets `close` be done once there is none, which may be now.
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

  /// Waits until a closed session has no call left, or until a deadline; returns the number left.
  ///
  /// A call in the caller's own code, such as an interceptor, has no connection that could be
  /// closed, but it still counts.
  func awaitEnd(until deadline: Deadline, on loop: EventLoop) async -> Int {
    let bell = Doorbell(on: loop)
    lastCall.withLock { $0.bells.append(bell) }
    // One that ended before the bell was known has rung none.
    if number > 0 { _ = await bell.wait(until: deadline) }
    lastCall.withLock { $0.bells.removeAll { $0 === bell } }
    return number
  }
}
