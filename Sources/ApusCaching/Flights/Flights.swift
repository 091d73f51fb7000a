extension Caching {
  /// Who fetches where many ask the same, and who waits for the answer to be stored.
  ///
  /// The first to ask leads, and the others follow. Where the answer may not be stored, or the
  /// leader gives up, all of them go at once and side by side: no one waits for a second leader.
  public struct Flights: Sendable {
    /// The number of one who asks, which no other has.
    public typealias Asker = Int

    /// How many may wait for one answer; more go by themselves.
    public static let followerLimit = 1_024

    /// The part of one who asks.
    public enum Part: Sendable, Equatable {
      /// Fetches, and says what became of it.
      case lead
      /// Waits until the leader has said it.
      case follow
      /// Fetches, and says nothing.
      case alone
    }

    /// What has become of the fetch that others wait for.
    public enum Outcome: Sendable, Equatable {
      /// The answer is stored whole: those who wait look again.
      case stored
      /// The answer may not be stored, was cut short, or the leader has given up.
      case failed
    }

    /// What those who have waited are to do.
    public enum Landing: Sendable, Equatable {
      /// They ask the store again, and fetch alone where it has nothing for them.
      case lookAgain([Asker])
      /// They fetch alone, at once.
      case goAlone([Asker])
    }

    private struct Flight: Sendable {
      let leader: Asker
      /// Those who wait, with the order in which they came.
      var followers: [Asker: Int] = [:]
      var count = 0
    }

    private var flights: [Key: Flight] = [:]

    /// No one fetches anything.
    public init() {}

    /// How many fetches are led.
    public var count: Int { flights.count }

    /// Says what one who asks for a key is to do.
    public mutating func ask(_ key: Key, by asker: Asker) -> Part {
      guard var flight = flights[key] else {
        flights[key] = Flight(leader: asker)
        return .lead
      }
      guard flight.leader != asker, flight.followers.count < Self.followerLimit else {
        return .alone
      }
      // Taken out, so that it is changed in place and not copied for each who comes.
      flights[key] = nil
      flight.followers[asker] = flight.count
      flight.count += 1
      flights[key] = flight
      return .follow
    }

    /// Ends a fetch, and says what those who waited are to do; others than its leader end nothing.
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

    /// Lets one who waits go; returns false where it did not wait.
    public mutating func leave(_ key: Key, _ asker: Asker) -> Bool {
      flights[key]?.followers.removeValue(forKey: asker) != nil
    }
  }
}
