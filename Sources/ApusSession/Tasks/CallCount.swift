internal import ApusNet
internal import Synchronization

/// How many calls a session has, and whether it takes more.
///
/// A call is one number up and down, which is all that it costs.
final class CallCount: Sendable {
  /// The number of calls, and in the lowest bit whether no more are taken.
  private let state = Atomic<Int>(0)
  /// What is done once no call is left.
  private let close = Lock<(@Sendable () -> Void)?>(nil)

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
    self.close.withLock { $0 = $0 ?? close }
    if state.bitwiseOr(1, ordering: .acquiringAndReleasing).newValue == 1 { end() }
  }

  private func end() { close.withLock { $0.take() }?() }
}
