extension Caching {
  /// A coordinator that combines equal requests, so one request fetches the response for all of
  /// them.
  ///
  /// The first request is the leader. The following requests wait until the leader's response is
  /// stored. If the response may not be stored or the leader gives up, the waiting requests are all
  /// sent at once. No waiting request waits for a second leader.
  public struct Flights: Sendable {
    /// The unique number of a request among combined requests.
    public typealias Asker = Int

    /// The maximum number of requests that wait for one response. Above the maximum, further
    /// requests are sent to the server immediately.
    public static let followerLimit = 1_024

    /// The role of a request among equal requests that share one response.
    public enum Part: Sendable, Equatable {
      /// The request fetches the response and reports the outcome to the waiting requests.
      case lead
      /// The request waits for the outcome of the leader's fetch.
      case follow
      /// The request fetches its own response and reports no outcome.
      case alone
    }

    /// The outcome of the server request that several equal requests share.
    public enum Outcome: Sendable, Equatable {
      /// The complete response is stored. The waiting requests repeat their cache lookup.
      case stored
      /// The response may not be stored or is incomplete, or the leading request has given up.
      case failed
    }

    /// The next step of the requests that waited for a shared response.
    public enum Landing: Sendable, Equatable {
      /// The waiting requests repeat their cache lookup. A request without a stored response is
      /// then sent to the server.
      case lookAgain([Asker])
      /// The waiting requests are all sent to the server at once.
      case goAlone([Asker])
    }

    private struct Flight: Sendable {
      let leader: Asker
      /// The numbers of the waiting requests, with the order of their arrival.
      var followers: [Asker: Int] = [:]
      var count = 0
    }

    private var flights: [Key: Flight] = [:]

    /// Creates a request coordinator that contains no requests.
    public init() {}

    /// The number of leading requests whose response other requests may share.
    public var count: Int { flights.count }

    /// Returns the role of a request among the requests with an equal cache key.
    ///
    /// - Parameters:
    ///   - key: The cache key of the request.
    ///   - asker: The unique number of the request.
    public mutating func ask(_ key: Key, by asker: Asker) -> Part {
      guard var flight = flights[key] else {
        flights[key] = Flight(leader: asker)
        return .lead
      }
      guard flight.leader != asker, flight.followers.count < Self.followerLimit else {
        return .alone
      }
      // The dictionary element is removed first, so Swift changes the array of waiting requests
      // without a copy.
      flights[key] = nil
      flight.followers[asker] = flight.count
      flight.count += 1
      flights[key] = flight
      return .follow
    }

    /// Ends the sharing of a leading request's response, and returns the next step of the waiting
    /// requests. Calls for other requests have no effect.
    ///
    /// - Parameters:
    ///   - key: The cache key of the request.
    ///   - outcome: The outcome of the leading request.
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

    /// Removes a request that waits for a shared response. Returns `false` if the request did not
    /// wait.
    ///
    /// - Parameters:
    ///   - key: The cache key of the request.
    ///   - asker: The unique number of the waiting request.
    public mutating func leave(_ key: Key, _ asker: Asker) -> Bool {
      flights[key]?.followers.removeValue(forKey: asker) != nil
    }
  }
}
