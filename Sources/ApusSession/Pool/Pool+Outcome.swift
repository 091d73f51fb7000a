extension Pool {
  /// How a pool answers a request.
  package enum Placement {
    /// Here is a connection.
    case use(Connection)
    /// The ticket will be called.
    case wait
    /// Too many wait already.
    case full
    /// The pool takes no more requests.
    case closed
  }

  /// What becomes of a request that waits.
  package enum Call {
    case use(Connection)
    /// A dial has failed, and the request that has waited longest is told.
    case failed
    case closed
  }

  /// What is to be done after an event, besides an answer.
  package struct Outcome {
    /// Connections to be closed; their places are free already.
    package var close: [Connection] = []
    /// The requests that are called.
    package var calls: [(ticket: UInt64, call: Call)] = []
    /// Dials to be begun, which hold a place each.
    package var dials: [(number: UInt64, key: PoolKey)] = []
    /// Dials that are given up; their places are free already.
    package var cancelled: [UInt64] = []
    /// Where a connection was put to rest.
    package var parking: Parking?

    package init() {}
  }
}
