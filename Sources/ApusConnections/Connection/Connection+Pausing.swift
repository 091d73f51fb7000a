internal import ApusHTTP
internal import ApusNet

extension Connection {
  /// The maximum time that a connection stays open while its HTTP call is suspended.
  static let suspensionLimit: Duration = .seconds(30)

  /// Waits until the suspended HTTP call is resumed. Throws an error if the suspension exceeds its
  /// limit or the deadline of the request.
  func pause(by control: CallControl) async throws(ConnectionError) {
    let deadlines = exchange.request.deadlines
    while let since = control.suspension {
      let end = min(since + Self.suspensionLimit, deadlines.request)
      if try await control.goesOn(by: end, on: channel.loop) { break }
      // The program may have resumed the call and suspended the call again during the wait.
      guard control.suspension == since else { continue }
      throw deadlines.request <= deadlines.time.now ? .timedOut(.total) : .suspended
    }
  }
}

extension RequestState {
  /// A Boolean value that indicates whether the HTTP call was suspended since the last check.
  /// During a suspension, only the timeout of the whole call counts.
  var isPaused: Bool {
    guard let control = deadlines.control else { return false }
    return control.pausedTime > paused && deadlines.time.now < deadlines.request
  }

  /// Extends the deadlines of the request by the time that the call was suspended since the last
  /// check.
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
