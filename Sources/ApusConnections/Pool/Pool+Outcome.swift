extension Pool {
  /// The pool's reply to a request for a connection.
  package enum Placement {
    /// The request can use this connection.
    case use(Connection)
    /// The request must wait until the pool calls its ticket.
    case wait
    /// The queue of waiting requests is full.
    case full
    /// The pool accepts no more requests.
    case closed
  }

  /// The result that the pool assigns to a waiting request.
  package enum Call {
    case use(Connection)
    /// A dial has failed. The pool reports the failure to the request that has waited longest.
    case failed
    case closed
  }

  /// The actions of the pool after an event, in addition to the event's result.
  ///
  /// Most events cause no actions. The value then costs nothing to make and to check.
  package struct Outcome {
    /// The position of a connection that became idle.
    package var parking: Parking?
    /// The recorded actions in one element. The array is empty if no action is recorded.
    private var deeds: [Deeds] = []

    private struct Deeds {
      var close: [Connection] = []
      var calls: [(ticket: UInt64, call: Call)] = []
      var dials: [(number: UInt64, key: PoolKey)] = []
      var cancelled: [UInt64] = []
    }

    package init() {}

    /// A Boolean value that indicates whether the outcome contains actions.
    var hasDeeds: Bool { !deeds.isEmpty }

    /// The connections to close, whose places are already free.
    package var close: [Connection] {
      get { deeds.first?.close ?? [] }
      _modify { yield &begun.close }
    }

    /// The waiting requests that have obtained a result, by their tickets.
    package var calls: [(ticket: UInt64, call: Call)] {
      get { deeds.first?.calls ?? [] }
      _modify { yield &begun.calls }
    }

    /// The dials to begin. Each dial already occupies a place.
    package var dials: [(number: UInt64, key: PoolKey)] {
      get { deeds.first?.dials ?? [] }
      _modify { yield &begun.dials }
    }

    /// The cancelled dials, whose places are already free.
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
