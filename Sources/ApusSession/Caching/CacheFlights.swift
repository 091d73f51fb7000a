internal import ApusCaching
internal import ApusConnections
internal import ApusNet

/// The coalescing of requests: one call fetches a response, and the other calls wait for the
/// response.
final class CacheFlights: Sendable {
  private struct State {
    var flights = Caching.Flights()
    var last = 0
    /// The calls that wait for the response of another call, by their numbers.
    var followers: [Int: Follower] = [:]
    /// The cache keys whose responses could not be stored recently.
    ///
    /// No call waits for a response with such a cache key.
    var unstored = UnstoredKeys()
    /// The calls that fetch a response from the server, by cache key.
    ///
    /// The session raises the priority of a fetching call to the priority of the calls that wait
    /// for its response.
    var leaders: [Caching.Key: (number: Int, call: CallContext)] = [:]
  }

  private struct Follower {
    let bell: Doorbell
    var advice: Advice?
  }

  /// The next step of a call that has waited for the response of another call.
  enum Advice { case lookAgain, goAlone }

  /// The role of a call among all calls for the same response.
  enum Part {
    case lead(Lead)
    case follow(Advice)
  }

  /// The number of calls that wait for the response of another call.
  var followerCount: Int { state.withLock(\.followers.count) }

  private let state = Lock(State())
  private let time: TimeSource
  private let loop: EventLoop

  /// The maximum time that a call waits for the response of another call.
  ///
  /// When the maximum time is over, the waiting call sends its own request.
  private static let patience: Duration = .seconds(5)

  init(_ time: TimeSource, on loop: EventLoop) {
    self.time = time
    self.loop = loop
  }

  /// Returns whether other calls should wait while one call fetches the response of a cache key.
  ///
  /// The function returns `false` if the response of the cache key could not be stored recently.
  func areWorthwhile(for key: Caching.Key) -> Bool {
    let now = time.now
    return state.withLock { !$0.unstored.contains(key, at: now) }
  }

  /// Makes the call the leader if no other call leads; otherwise, waits for the leader within the
  /// call's timeout.
  ///
  /// The function calls `raise` with the leader if the leader has a lower priority than the waiting
  /// call.
  func join(
    _ key: Caching.Key, _ call: CallContext, raise: (CallContext) -> Void
  ) async -> Part {
    guard areWorthwhile(for: key) else { return .follow(.goAlone) }
    let (number, part, wait): (Int, Caching.Flights.Part, (bell: Doorbell, leader: CallContext?)?) =
      state.withLock { state in
        state.last += 1
        let part = state.flights.ask(key, by: state.last)
        if part == .lead { state.leaders[key] = (state.last, call) }
        guard part == .follow else { return (state.last, part, nil) }
        let bell = Doorbell(on: loop)
        state.followers[state.last] = Follower(bell: bell)
        return (state.last, part, (bell, state.leaders[key]?.call))
      }
    guard let (bell, leader) = wait else {
      return part == .lead ? .lead(Lead(key, number, self)) : .follow(.goAlone)
    }
    if let leader, leader.priority < call.priority { raise(leader) }
    let deadlines = call.deadlines
    let end = min(deadlines.request, deadlines.time.deadline(after: Self.patience))
    // If a waiting call is cancelled or its time is over, the next attempt of the call throws the
    // error.
    _ = await bell.wait(until: end)
    let advice = state.withLock { state in
      _ = state.flights.leave(key, number)
      return state.followers.removeValue(forKey: number)?.advice
    }
    return .follow(advice ?? .goAlone)
  }

  /// Makes a call the leader of a cache key, or returns `nil` if the cache key has a leader.
  func lead(_ key: Caching.Key, _ call: CallContext) -> Lead? {
    state.withLock { state in
      state.last += 1
      // A call that does not wait for the leader is removed from the list of followers.
      let part = state.flights.ask(key, by: state.last)
      if part == .follow { _ = state.flights.leave(key, state.last) }
      if part == .lead { state.leaders[key] = (state.last, call) }
      return part == .lead ? Lead(key, state.last, self) : nil
    }
  }

  /// Notes whether the response of a cache key was stored.
  func note(_ key: Caching.Key, isStored: Bool) {
    let now = time.now
    state.withLock { state in
      if isStored { state.unstored.remove(key) } else { state.unstored.insert(key, at: now) }
    }
  }

  private func end(
    _ key: Caching.Key, _ outcome: Caching.Flights.Outcome, by number: Int
  ) {
    let bells = state.withLock { state in
      if state.leaders[key]?.number == number { state.leaders[key] = nil }
      let (waiting, advice): ([Int], Advice) =
        switch state.flights.end(key, outcome, by: number) {
        case .lookAgain(let waiting): (waiting, .lookAgain)
        case .goAlone(let waiting): (waiting, .goAlone)
        }
      for one in waiting { state.followers[one]?.advice = advice }
      return waiting.compactMap { state.followers[$0]?.bell }
    }
    for bell in bells { bell.ring() }
  }

  /// The right to fetch a response for other calls.
  ///
  /// If the instance is released without a result, the fetch has failed.
  final class Lead: Sendable {
    private let key: Caching.Key
    private let number: Int
    private let flights: CacheFlights

    fileprivate init(_ key: Caching.Key, _ number: Int, _ flights: CacheFlights) {
      self.key = key
      self.number = number
      self.flights = flights
    }

    deinit { flights.end(key, .failed, by: number) }

    /// Ends the fetch of the response. Only the first call of the function has an effect.
    func end(_ outcome: Caching.Flights.Outcome) { flights.end(key, outcome, by: number) }
  }
}

/// A recording that stores response content in the cache while the caller reads the content.
final class ContentRecording: Sendable {
  private let recording: Caching.Recording
  private let lead: CacheFlights.Lead?
  /// A closure that is called at the end of the content, and receives whether the content was
  /// stored.
  private let note: @Sendable (_ isStored: Bool) -> Void

  init(
    _ recording: Caching.Recording, _ lead: CacheFlights.Lead?,
    _ note: @escaping @Sendable (_ isStored: Bool) -> Void
  ) {
    self.recording = recording
    self.lead = lead
    self.note = note
  }

  /// Appends a received piece of the content to the recording.
  func write(_ piece: [UInt8]) async { await recording.write(piece) }

  /// Stores the complete content of the response in the cache.
  func finish() async {
    let isStored = await recording.finish()
    note(isStored)
    lead?.end(isStored ? .stored : .failed)
  }
}
