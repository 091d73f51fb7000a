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
  ///
  /// After most events that is nothing, and then it costs nothing to make and to look at.
  package struct Outcome {
    /// Where a connection was put to rest.
    package var parking: Parking?
    /// One element, or none while nothing is to be done.
    private var deeds: [Deeds] = []

    private struct Deeds {
      var close: [Connection] = []
      var calls: [(ticket: UInt64, call: Call)] = []
      var dials: [(number: UInt64, key: PoolKey)] = []
      var cancelled: [UInt64] = []
    }

    package init() {}

    /// Whether anything is to be done.
    var hasDeeds: Bool { !deeds.isEmpty }

    /// Connections to be closed; their places are free already.
    package var close: [Connection] {
      get { deeds.first?.close ?? [] }
      _modify { yield &begun.close }
    }

    /// The requests that are called.
    package var calls: [(ticket: UInt64, call: Call)] {
      get { deeds.first?.calls ?? [] }
      _modify { yield &begun.calls }
    }

    /// Dials to be begun, which hold a place each.
    package var dials: [(number: UInt64, key: PoolKey)] {
      get { deeds.first?.dials ?? [] }
      _modify { yield &begun.dials }
    }

    /// Dials that are given up; their places are free already.
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
