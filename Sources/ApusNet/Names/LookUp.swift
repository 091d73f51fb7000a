public import ApusNames

/// A resolver that finds the addresses of a host name.
///
/// A custom resolver replaces the operating system's resolver.
public protocol HostResolver: Sendable {
  /// The result of a name look-up, with the addresses in order of preference.
  ///
  /// The result is empty if the host name does not exist or has no address.
  typealias Answer = Result<[HostAddress], NetError>

  /// Starts a name look-up, and returns a closure that cancels the look-up.
  ///
  /// The resolver calls `end` once, on any thread. The resolver need not call `end` after a
  /// cancellation.
  func lookUp(
    _ name: DomainName, _ end: @escaping @Sendable (Answer) -> Void
  ) throws(NetError) -> @Sendable () -> Void
}

/// One name look-up and its waiters. All callers that need the same host name share one look-up.
final class LookUp: Sendable {
  /// The number of times that the cache had been cleared when the look-up began.
  let epoch: Int
  private let state = Lock(State())

  private struct State {
    var waiting: [Doorbell] = []
    var answer: HostResolver.Answer?
    var giveUp: (@Sendable () -> Void)?
  }

  init(epoch: Int) { self.epoch = epoch }

  /// The result of the look-up. The value is `nil` until the look-up has ended.
  var answer: HostResolver.Answer? { state.withLock(\.answer) }

  /// Stores the closure that cancels the look-up.
  func begun(_ giveUp: @escaping @Sendable () -> Void) {
    state.withLock { if $0.answer == nil { $0.giveUp = giveUp } }
  }

  /// Adds a waiter to the look-up.
  func join(_ doorbell: Doorbell) { state.withLock { $0.waiting.append(doorbell) } }

  /// Removes a waiter from the look-up. Returns `true` if the waiter was the last one.
  func leave(_ doorbell: Doorbell) -> Bool {
    state.withLock { state in
      state.waiting.removeAll { $0 === doorbell }
      return state.waiting.isEmpty
    }
  }

  /// Cancels the look-up, because it has no waiters.
  func giveUp() {
    let giveUp = state.withLock { state in
      defer { state.giveUp = nil }
      return state.giveUp
    }
    giveUp?()
  }

  /// Stores the result of the look-up and notifies all waiters.
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
