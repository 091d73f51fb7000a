internal import ApusNet

extension Caching {
  /// The list of the failed removals that a cache store must still repeat.
  ///
  /// The store does not use a URL with a pending removal until the removal has succeeded. If the
  /// list exceeds its limit, a pending removal of all entries replaces the list.
  package final class OwedRemovals: Sendable {
    /// The maximum number of URLs in the list of pending removals.
    package static let limit = 4_096

    /// The scope of a pending removal, which is one URL or all cache entries.
    package enum Scope: Sendable, Equatable {
      case place(Place)
      case everything
    }

    private struct State {
      /// The number of the latest pending removal of each URL.
      var places: [Place: UInt64] = [:]
      /// The number of the latest pending removal of all cache entries. The value is `nil` if no
      /// removal of all entries is pending.
      var everything: UInt64?
      var isRemovingEverything = false
      var last: UInt64 = 0

      mutating func next() -> UInt64 {
        last += 1
        return last
      }

      /// Returns the pending removal that covers a URL. Without a URL, the method returns the
      /// pending removal of all cache entries.
      func owed(of place: Place?) -> (scope: Scope, number: UInt64)? {
        if let everything { return (.everything, everything) }
        guard let place, let number = places[place] else { return nil }
        return (.place(place), number)
      }
    }

    private let state = Lock(State())

    /// Creates an empty list of pending removals.
    package init() {}

    /// Returns whether a URL has a pending removal and must not be used.
    package func concerns(_ place: Place) -> Bool {
      state.withLock { $0.owed(of: place) != nil }
    }

    /// Records that the store must still remove the cache entries of a URL.
    package func owe(_ place: Place) {
      state.withLock { state in
        let number = state.next()
        if state.everything != nil {
          state.everything = number
        } else if state.places[place] != nil || state.places.count < Self.limit {
          state.places[place] = number
        } else {
          state.places = [:]
          state.everything = number
        }
      }
    }

    /// Records that the store must still remove all cache entries.
    package func oweEverything() {
      state.withLock { state in
        state.places = [:]
        state.everything = state.next()
      }
    }

    /// Performs the pending removal that covers a URL. Returns a Boolean value that indicates
    /// whether no removal is pending now.
    ///
    /// - Parameters:
    ///   - place: The URL whose removal is made. The value is `nil` for the removal of all entries.
    ///   - remove: A function that removes entries, and returns `true` on success.
    package func settle(_ place: Place?, _ remove: (Scope) async -> Bool) async -> Bool {
      guard let owed = state.withLock({ $0.owed(of: place) }) else { return true }
      if owed.scope == .everything, !begin() { return false }
      let isDone = await remove(owed.scope)
      return state.withLock { state in
        if owed.scope == .everything { state.isRemovingEverything = false }
        // A removal that was recorded during the call is still pending.
        if isDone, state.owed(of: place)?.number == owed.number {
          switch owed.scope {
          case .everything: state.everything = nil
          case .place(let place): state.places[place] = nil
          }
        }
        return state.owed(of: place) == nil
      }
    }

    /// Begins the pending removal of all cache entries. Only one caller at a time may perform the
    /// removal.
    private func begin() -> Bool {
      state.withLock { state in
        defer { state.isRemovingEverything = true }
        return !state.isRemovingEverything
      }
    }
  }
}
