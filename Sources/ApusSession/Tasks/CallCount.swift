internal import ApusNet
internal import Synchronization

/// How many calls a session has, and whether it takes more.
///
/// A call is one number up and down, which is all that it costs.
final class CallCount: Sendable {
  /// The number of calls, and in the lowest bit whether no more are taken.
  private let state = Atomic<Int>(0)
  private struct LastCall {
    /// Called once no call is left.
    var close: (@Sendable () -> Void)?
    /// Rung once no call is left.
    var bells: [Doorbell] = []
  }

  private let lastCall = Lock(LastCall())

  /// How many calls there are.
  var number: Int { state.load(ordering: .relaxed) >> 1 }

  /// Takes a call in; false where no more are taken.
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

  /// Waits until no call is left of a session that takes no more, or until a moment; returns the
  /// number of calls that are left.
  ///
  /// A call whose caller's own code runs, such as an interceptor, has no connection by which it
  /// could be ended, and is a call all the same.
  func awaitEnd(until deadline: Deadline, on loop: EventLoop) async -> Int {
    let bell = Doorbell(on: loop)
    lastCall.withLock { $0.bells.append(bell) }
    // One that ended before the bell was known has rung none.
    if number > 0 { _ = await bell.wait(until: deadline) }
    lastCall.withLock { $0.bells.removeAll { $0 === bell } }
    return number
  }
}
