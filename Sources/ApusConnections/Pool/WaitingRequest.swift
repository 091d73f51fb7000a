internal import ApusHTTP
internal import ApusNet

/// A request that waits for a connection, with the assigned connection or the error.
final class WaitingRequest: Sendable {
  enum Outcome: Sendable {
    case use(Connection)
    case failed(DialFailure)
    case closed
  }

  let bell: Doorbell
  let key: PoolKey
  let call: any LeaseHolder
  /// The arrival time of the request. The value does not change if the request waits again.
  let age: UInt64
  private let state: Lock<(outcome: Outcome?, ticket: UInt64)>

  init(
    _ bell: Doorbell, _ key: PoolKey, _ call: any LeaseHolder, since age: UInt64, _ ticket: UInt64
  ) {
    self.bell = bell
    self.key = key
    self.call = call
    self.age = age
    state = Lock((nil, ticket))
  }

  var outcome: Outcome? {
    get { state.withLock(\.outcome) }
    set { state.withLock { $0.outcome = newValue } }
  }

  /// The number that determines the request's position in the queue.
  var ticket: UInt64 {
    get { state.withLock(\.ticket) }
    set { state.withLock { $0.ticket = newValue } }
  }
}

/// The connection attempts of one request for connections in advance.
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
