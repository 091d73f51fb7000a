internal import ApusNet

extension Caching {
  /// The list of the URLs whose stored responses were recently invalidated.
  ///
  /// A response may show an outdated state if its request was sent before an invalidation of the
  /// URL. The cache does not store a response that may be outdated in this way.
  package final class Invalidations: Sendable {
    /// The maximum number of URLs in the list of recently invalidated URLs.
    package static let limit = 1_024

    private struct State {
      var last: UInt64 = 0
      /// The number of the latest invalidation of each URL.
      var places: [Place: UInt64] = [:]
      /// The number of the latest invalidation whose URL was dropped from the list.
      var forgotten: UInt64 = 0
    }

    private let state = Lock(State())

    /// Creates an empty list of invalidated URLs.
    package init() {}

    /// The number of the latest cache invalidation.
    var last: UInt64 { state.withLock(\.last) }

    /// Records that the stored responses for a URL are invalid.
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

    /// Records that all stored responses are invalid.
    package func noteAll() {
      state.withLock { state in
        state.last += 1
        state.places = [:]
        state.forgotten = state.last
      }
    }

    /// Returns whether a URL may have been invalidated after the invalidation with the given
    /// number.
    func concern(_ place: Place, since number: UInt64) -> Bool {
      state.withLock { max($0.places[place] ?? 0, $0.forgotten) > number }
    }
  }
}
