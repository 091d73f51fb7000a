extension Pool {
  /// The pool's response to a request.
  package enum Placement {
    /// Use this connection.
    case use(Connection)
    /// Wait until the ticket is called.
    case wait
    /// The queue is full.
    case full
    /// The pool accepts no more requests.
    case closed
  }

  /// The result for a waiting request.
  package enum Call {
    case use(Connection)
    /// A dial has failed; this is reported to the request that has waited longest.
    case failed
    case closed
  }

  /// The actions after an event, in addition to its result.
  ///
  /// Most events have none; then this value costs nothing to make and to check.
  package struct Outcome {
    /// The position of a connection that became idle.
    package var parking: Parking?
    /// One element, or none without an action.
    private var deeds: [Deeds] = []

    private struct Deeds {
      var close: [Connection] = []
      var calls: [(ticket: UInt64, call: Call)] = []
      var dials: [(number: UInt64, key: PoolKey)] = []
      var cancelled: [UInt64] = []
    }

    package init() {}

    /// A Boolean value that indicates whether there are actions.
    var hasDeeds: Bool { !deeds.isEmpty }

    /// The connections to close; their places are already free.
    package var close: [Connection] {
      get { deeds.first?.close ?? [] }
      _modify { yield &begun.close }
    }

    /// The requests whose turn it is.
    package var calls: [(ticket: UInt64, call: Call)] {
      get { deeds.first?.calls ?? [] }
      _modify { yield &begun.calls }
    }

    /// The dials to begin; each one occupies a place.
    package var dials: [(number: UInt64, key: PoolKey)] {
      get { deeds.first?.dials ?? [] }
      _modify { yield &begun.dials }
    }

    /// The cancelled dials; their places are already free.
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
