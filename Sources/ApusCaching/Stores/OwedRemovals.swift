internal import ApusNet

extension Caching {
  /// The removals that a store has yet to make.
  ///
  /// A place whose removal is owed is not used before that has succeeded. If too many are owed to
  /// be remembered, the removal of all entries is owed in their place.
  package final class OwedRemovals: Sendable {
    /// The number of places that are remembered.
    package static let limit = 4_096

    /// The entries that are to be removed.
    package enum Scope: Sendable, Equatable {
      case place(Place)
      case everything
    }

    private struct State {
      /// The number of the last removal of each place.
      var places: [Place: UInt64] = [:]
      /// The number of the last removal of all entries, if one is owed.
      var everything: UInt64?
      var isRemovingEverything = false
      var last: UInt64 = 0

      mutating func next() -> UInt64 {
        last += 1
        return last
      }

      /// The removal that a place waits for; that of all entries if no place is named.
      func owed(of place: Place?) -> (scope: Scope, number: UInt64)? {
        if let everything { return (.everything, everything) }
        guard let place, let number = places[place] else { return nil }
        return (.place(place), number)
      }
    }

    private let state = Lock(State())

    /// No removal is owed.
    package init() {}

    /// Returns whether a place is not to be used.
    package func concerns(_ place: Place) -> Bool {
      state.withLock { $0.owed(of: place) != nil }
    }

    /// Notes that the entries of a place are to be removed.
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

    /// Notes that all entries are to be removed.
    package func oweEverything() {
      state.withLock { state in
        state.places = [:]
        state.everything = state.next()
      }
    }

    /// Makes the removal that a place waits for, if there is one; returns whether none is owed now.
    ///
    /// - Parameters:
    ///   - place: The place; nil for all entries.
    ///   - remove: Removes entries, and returns whether it has.
    package func settle(_ place: Place?, _ remove: (Scope) async -> Bool) async -> Bool {
      guard let owed = state.withLock({ $0.owed(of: place) }) else { return true }
      if owed.scope == .everything, !begin() { return false }
      let isDone = await remove(owed.scope)
      return state.withLock { state in
        if owed.scope == .everything { state.isRemovingEverything = false }
        // One that was noted meanwhile is still owed.
        if isDone, state.owed(of: place)?.number == owed.number {
          switch owed.scope {
          case .everything: state.everything = nil
          case .place(let place): state.places[place] = nil
          }
        }
        return state.owed(of: place) == nil
      }
    }

    /// Begins the removal of all entries; one caller at a time makes it.
    private func begin() -> Bool {
      state.withLock { state in
        defer { state.isRemovingEverything = true }
        return !state.isRemovingEverything
      }
    }
  }
}
