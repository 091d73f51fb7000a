extension Caching {
  /// The choice of one request that fetches for all equal requests at a time.
  ///
  /// The first request leads, and the others follow: they wait until the response is stored. If it
  /// may not be stored, or the leader gives up, all of them are sent at once: none waits for a
  /// second leader.
  public struct Flights: Sendable {
    /// A unique number of a request.
    public typealias Asker = Int

    /// The number of requests that may wait for one response; more are sent by themselves.
    public static let followerLimit = 1_024

    /// The role of a request.
    public enum Part: Sendable, Equatable {
      /// Fetches, and reports the outcome.
      case lead
      /// Waits for the outcome of the leader.
      case follow
      /// Fetches, and reports nothing.
      case alone
    }

    /// The outcome of a fetch that others wait for.
    public enum Outcome: Sendable, Equatable {
      /// The complete response is stored: the waiting requests search the store again.
      case stored
      /// The answer may not be stored, was cut short, or the leader has given up.
      case failed
    }

    /// The next step of the waiting requests.
    public enum Landing: Sendable, Equatable {
      /// They search the store again, and fetch alone if it has no response for them.
      case lookAgain([Asker])
      /// They fetch alone, at once.
      case goAlone([Asker])
    }

    private struct Flight: Sendable {
      let leader: Asker
      /// The waiting requests, with the order of their arrival.
      var followers: [Asker: Int] = [:]
      var count = 0
    }

    private var flights: [Key: Flight] = [:]

    /// Creates a value without fetches.
    public init() {}

    /// The number of fetches with a leader.
    public var count: Int { flights.count }

    /// Returns the role of a request for a key.
    ///
    /// - Parameters:
    ///   - key: The key of the request.
    ///   - asker: The number that identifies the waiting request.
    public mutating func ask(_ key: Key, by asker: Asker) -> Part {
      guard var flight = flights[key] else {
        flights[key] = Flight(leader: asker)
        return .lead
      }
      guard flight.leader != asker, flight.followers.count < Self.followerLimit else {
        return .alone
      }
      // Removed, so that it is changed in place and not copied for each request.
      flights[key] = nil
      flight.followers[asker] = flight.count
      flight.count += 1
      flights[key] = flight
      return .follow
    }

    /// Ends a fetch, and returns the next step of the waiting requests; only its leader can end it.
    ///
    /// - Parameters:
    ///   - key: The key of the request.
    ///   - outcome: The result of the fetch.
    ///   - asker: The number of the request that has fetched.
    public mutating func end(_ key: Key, _ outcome: Outcome, by asker: Asker) -> Landing {
      guard let flight = flights[key], flight.leader == asker else { return .goAlone([]) }
      flights[key] = nil
      let followers =
        flight.followers.isEmpty
        ? [] : flight.followers.sorted { $0.value < $1.value }.map(\.key)
      switch outcome {
      case .stored: return .lookAgain(followers)
      case .failed: return .goAlone(followers)
      }
    }

    /// Removes a waiting request; returns false if it did not wait.
    ///
    /// - Parameters:
    ///   - key: The key of the request.
    ///   - asker: The number that identifies the waiting request.
    public mutating func leave(_ key: Key, _ asker: Asker) -> Bool {
      flights[key]?.followers.removeValue(forKey: asker) != nil
    }
  }
}
