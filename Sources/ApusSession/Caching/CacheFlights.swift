internal import ApusCaching
internal import ApusConnections
internal import ApusNet

/// The coalescing of equal requests: one call fetches the response, and the other calls wait for
/// it.
final class CacheFlights: Sendable {
  private struct State {
    var flights = Caching.Flights()
    var last = 0
    /// The calls that wait until another call has fetched their response, by call number.
    var followers: [Int: Follower] = [:]
    /// The cache keys whose responses could not be stored recently.
    ///
    /// The session does not coalesce requests with these cache keys.
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

  /// The next step of a call after its wait: a new cache lookup, or a request of its own.
  enum Advice { case lookAgain, goAlone }

  /// The role of a call: to fetch the response, or to use the response that another call has
  /// fetched.
  enum Part {
    case lead(Lead)
    case follow(Advice)
  }

  /// The number of calls that wait for the response of another call.
  var followerCount: Int { state.withLock(\.followers.count) }

  private let state = Lock(State())
  private let time: TimeSource
  private let loop: EventLoop

  /// The maximum time that a call waits until another call has fetched its response.
  ///
  /// After the maximum wait, the waiting call sends its own request.
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

  /// Lets the call fetch the response if no other call does; otherwise, waits for the fetching
  /// call.
  ///
  /// The wait ends with the call's timeout. The function calls `raise` if the fetching call has a
  /// lower priority than the waiting call.
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

  /// Lets a call fetch the response of a cache key, or returns `nil` if another call already
  /// fetches the response.
  func lead(_ key: Caching.Key, _ call: CallContext) -> Lead? {
    state.withLock { state in
      state.last += 1
      // A call that does not wait for the fetching call is removed from the list of waiting calls.
      let part = state.flights.ask(key, by: state.last)
      if part == .follow { _ = state.flights.leave(key, state.last) }
      if part == .lead { state.leaders[key] = (state.last, call) }
      return part == .lead ? Lead(key, state.last, self) : nil
    }
  }

  /// Records whether the response of a cache key was stored.
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

  /// The right of one call to fetch a response on behalf of all calls with the same cache key.
  ///
  /// If the instance is released without a result, the fetch of the response counts as failed.
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

  /// Appends received bytes of the response content to the recording for the cache.
  func write(_ piece: [UInt8]) async { await recording.write(piece) }

  /// Stores the complete content of the response in the cache.
  func finish() async {
    let isStored = await recording.finish()
    note(isStored)
    lead?.end(isStored ? .stored : .failed)
  }
}
