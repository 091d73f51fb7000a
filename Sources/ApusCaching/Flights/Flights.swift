extension Caching {
  /// A coordinator that lets one request fetch a response for all equal requests.
  ///
  /// The first request is the leader. The following requests wait until the leader's response is
  /// stored. If the response may not be stored or the leader gives up, the waiting requests are all
  /// sent at once. No waiting request waits for a second leader.
  public struct Flights: Sendable {
    /// The unique number of a request.
    public typealias Asker = Int

    /// The maximum number of requests that wait for one response.
    /// Further requests are sent immediately.
    public static let followerLimit = 1_024

    /// The role of a request in a shared fetch.
    public enum Part: Sendable, Equatable {
      /// The request fetches the response and reports the outcome to the waiting requests.
      case lead
      /// The request waits for the outcome of the leader's fetch.
      case follow
      /// The request fetches its own response and reports no outcome.
      case alone
    }

    /// The outcome of a shared fetch.
    public enum Outcome: Sendable, Equatable {
      /// The complete response is stored. The waiting requests search the store again.
      case stored
      /// The response may not be stored or is incomplete, or the leader has given up.
      case failed
    }

    /// The next step of the requests that waited for a shared fetch.
    public enum Landing: Sendable, Equatable {
      /// The waiting requests search the store again. A request without a stored response is then
      /// sent to the server.
      case lookAgain([Asker])
      /// The waiting requests are all sent to the server at once.
      case goAlone([Asker])
    }

    private struct Flight: Sendable {
      let leader: Asker
      /// The waiting requests with the order of their arrival.
      var followers: [Asker: Int] = [:]
      var count = 0
    }

    private var flights: [Key: Flight] = [:]

    /// Creates a coordinator without shared fetches.
    public init() {}

    /// The number of shared fetches with a leader.
    public var count: Int { flights.count }

    /// Returns the role of a request in the shared fetch for its key.
    ///
    /// - Parameters:
    ///   - key: The key of the request.
    ///   - asker: The unique number of the request.
    public mutating func ask(_ key: Key, by asker: Asker) -> Part {
      guard var flight = flights[key] else {
        flights[key] = Flight(leader: asker)
        return .lead
      }
      guard flight.leader != asker, flight.followers.count < Self.followerLimit else {
        return .alone
      }
      // The dictionary element is removed first, so Swift changes the value in place instead of
      // copying it.
      flights[key] = nil
      flight.followers[asker] = flight.count
      flight.count += 1
      flights[key] = flight
      return .follow
    }

    /// Ends a shared fetch, and returns the next step of the waiting requests.
    /// Only the leader can end a shared fetch.
    ///
    /// - Parameters:
    ///   - key: The key of the request.
    ///   - outcome: The outcome of the fetch.
    ///   - asker: The unique number of the leading request.
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

    /// Removes a waiting request from a shared fetch. Returns `false` if the request did not wait.
    ///
    /// - Parameters:
    ///   - key: The key of the request.
    ///   - asker: The unique number of the waiting request.
    public mutating func leave(_ key: Key, _ asker: Asker) -> Bool {
      flights[key]?.followers.removeValue(forKey: asker) != nil
    }
  }
}
