internal import ApusNet

extension Caching {
  /// The places that were invalidated lately.
  ///
  /// A response whose request was sent before an invalidation of its place may show the state of
  /// before, also if it is received later: it is not stored.
  package final class Invalidations: Sendable {
    /// The number of places that are remembered.
    package static let limit = 1_024

    private struct State {
      var last: UInt64 = 0
      /// The number of the last invalidation of each place.
      var places: [Place: UInt64] = [:]
      /// The number of the last invalidation of a place that is not remembered.
      var forgotten: UInt64 = 0
    }

    private let state = Lock(State())

    /// No place was invalidated.
    package init() {}

    /// The number of the last invalidation.
    var last: UInt64 { state.withLock(\.last) }

    /// Notes that the responses of a place are not true any more.
    package func note(_ place: Place) {
      state.withLock { state in
        state.last += 1
        if state.places[place] == nil, state.places.count >= Self.limit {
          state.places = [:]
          state.forgotten = state.last
        } else {
          state.places[place] = state.last
        }
      }
    }

    /// Notes that no response is true any more.
    package func noteAll() {
      state.withLock { state in
        state.last += 1
        state.places = [:]
        state.forgotten = state.last
      }
    }

    /// Returns whether a place may have been invalidated after the invalidation of that number.
    func concern(_ place: Place, since number: UInt64) -> Bool {
      state.withLock { max($0.places[place] ?? 0, $0.forgotten) > number }
    }
  }
}
