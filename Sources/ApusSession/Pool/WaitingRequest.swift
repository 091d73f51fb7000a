internal import ApusNet

/// A request that waits, and what it was told.
final class WaitingRequest: Sendable {
  enum Outcome: Sendable {
    case use(Connection)
    case failed(DialFailure)
    case closed
  }

  let bell: Doorbell
  private let told = Lock<Outcome?>(nil)

  init(_ bell: Doorbell) { self.bell = bell }

  var outcome: Outcome? {
    get { told.withLock { $0 } }
    set { told.withLock { $0 = newValue } }
  }
}

/// Dials that a warm-up waits for.
final class WarmUp: Sendable {
  let bell: Doorbell
  let state: Lock<(left: Int, stands: Int, failure: DialFailure?)>

  init(_ bell: Doorbell, _ count: Int) {
    self.bell = bell
    state = Lock((count, 0, nil))
  }

  func end(_ failure: DialFailure?) {
    let isLast = state.withLock { state in
      state.left -= 1
      if failure == nil { state.stands += 1 }
      state.failure = state.failure ?? failure
      return state.left == 0
    }
    if isLast { bell.ring() }
  }
}
