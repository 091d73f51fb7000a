internal import ApusHTTP
internal import ApusNet

extension Connection {
  /// The time that a connection is kept for a suspended call.
  static let suspensionLimit: Duration = .seconds(30)

  /// Waits while the call is suspended.
  func pause(by control: CallControl) async throws(ConnectionError) {
    let deadlines = exchange.request.deadlines
    while let since = control.suspension {
      let end = min(since + Self.suspensionLimit, deadlines.request)
      if try await control.goesOn(by: end, on: channel.loop) { break }
      // The call may have been resumed and suspended again.
      guard control.suspension == since else { continue }
      throw deadlines.request <= deadlines.time.now ? .timedOut(.total) : .suspended
    }
  }
}

extension RequestState {
  /// A Boolean value that indicates whether the call was suspended since the last check, so that
  /// only the timeout of the whole call counts.
  var isPaused: Bool {
    guard let control = deadlines.control else { return false }
    return control.pausedTime > paused && deadlines.time.now < deadlines.request
  }

  /// Extends the timeouts by the time that the call was suspended since the last check.
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
