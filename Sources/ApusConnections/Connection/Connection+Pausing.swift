internal import ApusHTTP
internal import ApusNet

extension Connection {
  /// How long a connection is kept for a call that is suspended.
  static let suspensionLimit: Duration = .seconds(30)

  /// Waits as long as the call is suspended.
  func pause(by control: CallControl) async throws(ConnectionError) {
    let deadlines = exchange.request.deadlines
    while let since = control.suspension {
      let end = min(since + Self.suspensionLimit, deadlines.request)
      if try await control.goesOn(by: end, on: channel.loop) { break }
      // It may have been resumed meanwhile, and suspended once more.
      guard control.suspension == since else { continue }
      throw deadlines.request <= deadlines.time.now ? .timedOut(.request) : .suspended
    }
  }
}

extension RequestState {
  /// Whether the call was suspended since that was last noted, so that no bound counts but that of
  /// the whole call.
  var isPaused: Bool {
    guard let control = deadlines.control else { return false }
    return control.pausedTime > paused && deadlines.time.now < deadlines.request
  }

  /// Moves the bounds on by the time for which the call was suspended since the last look.
  mutating func notePauses(_ total: Duration) {
    let pause = total - paused
    guard pause > .zero else { return }
    paused = total
    func later(_ deadline: Deadline?) -> Deadline? {
      deadline.map { min($0 + pause, deadlines.request) }
    }
    answerDeadline = later(answerDeadline)
    stageDeadline = later(stageDeadline)
    continueDeadline = later(continueDeadline)
    probe = probe.map { $0 + pause }
  }
}
