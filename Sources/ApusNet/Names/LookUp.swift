public import ApusNames

/// Finds the addresses of a name; a caller's own stands where the system's does.
public protocol HostResolver: Sendable {
  /// What a look-up ends with: the addresses, the best one first.
  ///
  /// There are none if there is no such name, or it has none.
  typealias Answer = Result<[HostAddress], NetError>

  /// Begins to look a name up, and returns what gives that up.
  ///
  /// `end` is called once, on any thread. Where the look-up was given up, it need not be.
  func lookUp(
    _ name: DomainName, _ end: @escaping @Sendable (Answer) -> Void
  ) throws(NetError) -> @Sendable () -> Void
}

/// One look-up, and those who wait for it: one is enough for all who ask for a name meanwhile.
final class LookUp: Sendable {
  /// How often the names had been forgotten when it began.
  let epoch: Int
  private let state = Lock(State())

  private struct State {
    var waiting: [Doorbell] = []
    var answer: HostResolver.Answer?
    var giveUp: (@Sendable () -> Void)?
  }

  init(epoch: Int) { self.epoch = epoch }

  /// What it ended with; nil as long as it has not.
  var answer: HostResolver.Answer? { state.withLock(\.answer) }

  /// Notes how it can be given up.
  func begun(_ giveUp: @escaping @Sendable () -> Void) {
    state.withLock { if $0.answer == nil { $0.giveUp = giveUp } }
  }

  /// Lets one more wait.
  func join(_ doorbell: Doorbell) { state.withLock { $0.waiting.append(doorbell) } }

  /// One who waited does so no longer; true if no one does.
  func leave(_ doorbell: Doorbell) -> Bool {
    state.withLock { state in
      state.waiting.removeAll { $0 === doorbell }
      return state.waiting.isEmpty
    }
  }

  /// Gives the look-up up, because no one waits for it.
  func giveUp() {
    let giveUp = state.withLock { state in
      defer { state.giveUp = nil }
      return state.giveUp
    }
    giveUp?()
  }

  /// Tells everyone who waits.
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
