extension Pool {
  /// The pool's reply to a request for a connection.
  package enum Placement {
    /// The request can use the given connection immediately.
    case use(Connection)
    /// The request must wait until the pool assigns a connection.
    case wait
    /// The queue of waiting requests is full.
    case full
    /// The connection pool is closed and accepts no more requests.
    case closed
  }

  /// The result that the pool assigns to a waiting request.
  package enum Call {
    case use(Connection)
    /// A connection attempt has failed. The pool reports the failure to the request that has waited
    /// longest.
    case failed
    case closed
  }

  /// The actions of the connection pool after an event, such as connections to close.
  ///
  /// The value is cheap if the event causes no actions, which is the most frequent case.
  package struct Outcome {
    /// The position in the pool of a connection that became idle.
    package var parking: Parking?
    /// The recorded actions of the pool in one element. The array is empty if the event caused no
    /// action.
    private var deeds: [Deeds] = []

    private struct Deeds {
      var close: [Connection] = []
      var calls: [(ticket: UInt64, call: Call)] = []
      var dials: [(number: UInt64, key: PoolKey)] = []
      var cancelled: [UInt64] = []
    }

    package init() {}

    /// A Boolean value that indicates whether the event caused actions of the pool.
    var hasDeeds: Bool { !deeds.isEmpty }

    /// The connections to close, which no longer count toward the connection limit.
    package var close: [Connection] {
      get { deeds.first?.close ?? [] }
      _modify { yield &begun.close }
    }

    /// The results of waiting requests: an assigned connection or a failure.
    package var calls: [(ticket: UInt64, call: Call)] {
      get { deeds.first?.calls ?? [] }
      _modify { yield &begun.calls }
    }

    /// The connection attempts to start, which already count toward the connection limit.
    package var dials: [(number: UInt64, key: PoolKey)] {
      get { deeds.first?.dials ?? [] }
      _modify { yield &begun.dials }
    }

    /// The connection attempts to cancel, which no longer count toward the connection limit.
    package var cancelled: [UInt64] {
      get { deeds.first?.cancelled ?? [] }
      _modify { yield &begun.cancelled }
    }

    private var begun: Deeds {
      get { deeds.first ?? Deeds() }
      _modify {
        if deeds.isEmpty { deeds.append(Deeds()) }
        yield &deeds[0]
      }
    }
  }
}
