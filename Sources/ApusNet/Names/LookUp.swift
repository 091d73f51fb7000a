public import ApusNames

/// A resolver that returns the IP addresses of a host name.
///
/// A custom resolver replaces the operating system's resolver.
public protocol HostResolver: Sendable {
  /// The result of a name look-up, with the addresses in order of preference.
  ///
  /// The array is empty if the host name does not exist or has no address.
  typealias Answer = Result<[HostAddress], NetError>

  /// Starts a name look-up, and returns a closure that cancels the look-up.
  ///
  /// The resolver calls `end` once, on any thread. The resolver need not call `end` after a
  /// cancellation.
  func lookUp(
    _ name: DomainName, _ end: @escaping @Sendable (Answer) -> Void
  ) throws(NetError) -> @Sendable () -> Void
}

/// A name look-up in progress with its waiting callers. All callers that need the same host name
/// share one look-up.
final class LookUp: Sendable {
  /// The clear count of the cache when the look-up began.
  let epoch: Int
  private let state = Lock(State())

  private struct State {
    var waiting: [Doorbell] = []
    var answer: HostResolver.Answer?
    var giveUp: (@Sendable () -> Void)?
  }

  init(epoch: Int) { self.epoch = epoch }

  /// The result of the name look-up. The value is `nil` until the look-up has ended.
  var answer: HostResolver.Answer? { state.withLock(\.answer) }

  /// Stores the closure that cancels the name look-up.
  func begun(_ giveUp: @escaping @Sendable () -> Void) {
    state.withLock { if $0.answer == nil { $0.giveUp = giveUp } }
  }

  /// Adds a waiting caller to the name look-up.
  func join(_ doorbell: Doorbell) { state.withLock { $0.waiting.append(doorbell) } }

  /// Removes a waiting caller from the name look-up. Returns `true` if no other caller waits.
  func leave(_ doorbell: Doorbell) -> Bool {
    state.withLock { state in
      state.waiting.removeAll { $0 === doorbell }
      return state.waiting.isEmpty
    }
  }

  /// Cancels the name look-up, because no caller waits for its result.
  func giveUp() {
    let giveUp = state.withLock { state in
      defer { state.giveUp = nil }
      return state.giveUp
    }
    giveUp?()
  }

  /// Stores the result of the name look-up and wakes all waiting callers.
  func end(_ answer: HostResolver.Answer) {
    let waiting = state.withLock { state in
      guard state.answer == nil else { return [Doorbell]() }
      state.answer = answer
      state.giveUp = nil
      return state.waiting
    }
    for doorbell in waiting { doorbell.ring() }
  }
}
