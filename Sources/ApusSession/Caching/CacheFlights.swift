internal import ApusCaching
internal import ApusConnections
internal import ApusNet

/// Lets one request fetch the response that many calls need, while the others wait for it.
final class CacheFlights: Sendable {
  private struct State {
    var flights = Caching.Flights()
    var last = 0
    /// The waiting calls, with the means to notify them.
    var followers: [Int: Follower] = [:]
    /// The keys that no request waits for, because a response was not stored lately.
    var unstored = UnstoredKeys()
    /// The calls that fetch, which are raised to the priority of the calls that wait for them.
    var leaders: [Caching.Key: (number: Int, call: CallContext)] = [:]
  }

  private struct Follower {
    let bell: Doorbell
    var advice: Advice?
  }

  /// The next step of a call that has waited.
  enum Advice { case lookAgain, goAlone }

  /// The role of a call.
  enum Part {
    case lead(Lead)
    case follow(Advice)
  }

  /// The number of calls that wait for another's response.
  var followerCount: Int { state.withLock(\.followers.count) }

  private let state = Lock(State())
  private let time: TimeSource
  private let loop: EventLoop

  /// The time that a call waits for another's response before it sends its own request.
  private static let patience: Duration = .seconds(5)

  init(_ time: TimeSource, on loop: EventLoop) {
    self.time = time
    self.loop = loop
  }

  /// Returns whether requests wait for one that fetches a response.
  ///
  /// None waits for a response that could not be stored lately.
  func areWorthwhile(for key: Caching.Key) -> Bool {
    let now = time.now
    return state.withLock { !$0.unstored.contains(key, at: now) }
  }

  /// Leads if no other call does; otherwise waits for the leader, within the call's time.
  ///
  /// `raise` is called with a leader that is less urgent than the call that waits for it.
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
    // A call that is cancelled or has no time left fails in the attempt that it makes then.
    _ = await bell.wait(until: end)
    let advice = state.withLock { state in
      _ = state.flights.leave(key, number)
      return state.followers.removeValue(forKey: number)?.advice
    }
    return .follow(advice ?? .goAlone)
  }

  /// Makes a call the leader if there is none; returns nil if there is one.
  func lead(_ key: Caching.Key, _ call: CallContext) -> Lead? {
    state.withLock { state in
      state.last += 1
      // A follower is removed again, because this call does not wait.
      let part = state.flights.ask(key, by: state.last)
      if part == .follow { _ = state.flights.leave(key, state.last) }
      if part == .lead { state.leaders[key] = (state.last, call) }
      return part == .lead ? Lead(key, state.last, self) : nil
    }
  }

  /// Notes that the response of a key was stored, or that it could not be.
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

  /// The right to fetch a response; a release without a result counts as a failure.
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

    /// Ends the fetch; only the first time counts.
    func end(_ outcome: Caching.Flights.Outcome) { flights.end(key, outcome, by: number) }
  }
}

/// Stores content on its way to the caller.
final class ContentRecording: Sendable {
  private let recording: Caching.Recording
  private let lead: CacheFlights.Lead?
  /// A closure that is called with the result at the end of the content.
  private let note: @Sendable (_ isStored: Bool) -> Void

  init(
    _ recording: Caching.Recording, _ lead: CacheFlights.Lead?,
    _ note: @escaping @Sendable (_ isStored: Bool) -> Void
  ) {
    self.recording = recording
    self.lead = lead
    self.note = note
  }

  /// Takes in a piece as it was received.
  func write(_ piece: [UInt8]) async { await recording.write(piece) }

  /// Stores the received content, which is complete.
  func finish() async {
    let isStored = await recording.finish()
    note(isStored)
    lead?.end(isStored ? .stored : .failed)
  }
}
