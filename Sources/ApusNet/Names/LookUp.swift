public import ApusNames

/// A resolver that finds the addresses of a name; a custom one replaces the system's.
public protocol HostResolver: Sendable {
  /// The result of a look-up: the addresses, the best one first.
  ///
  /// It is empty if the name does not exist or has no address.
  typealias Answer = Result<[HostAddress], NetError>

  /// Starts a look-up, and returns a closure that cancels it.
  ///
  /// `end` is called once, on any thread. After a cancellation it need not be called.
  func lookUp(
    _ name: DomainName, _ end: @escaping @Sendable (Answer) -> Void
  ) throws(NetError) -> @Sendable () -> Void
}

/// One look-up and its waiters: all callers that need the same name share it.
final class LookUp: Sendable {
  /// The number of times that the names had been forgotten when the look-up began.
  let epoch: Int
  private let state = Lock(State())

  private struct State {
    var waiting: [Doorbell] = []
    var answer: HostResolver.Answer?
    var giveUp: (@Sendable () -> Void)?
  }

  init(epoch: Int) { self.epoch = epoch }

  /// The result; nil until the look-up has ended.
  var answer: HostResolver.Answer? { state.withLock(\.answer) }

  /// Stores the closure that cancels the look-up.
  func begun(_ giveUp: @escaping @Sendable () -> Void) {
    state.withLock { if $0.answer == nil { $0.giveUp = giveUp } }
  }

  /// Adds a waiter.
  func join(_ doorbell: Doorbell) { state.withLock { $0.waiting.append(doorbell) } }

  /// Removes a waiter; returns true if it was the last one.
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

  /// Stores the result and notifies all waiters.
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
