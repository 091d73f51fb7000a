internal import ApusHTTP
internal import ApusNet

/// The deadlines for the next bytes of a response.
extension RequestState {
  /// One wait for bytes, and the meaning of its end without bytes.
  struct Wait {
    /// The deadline for bytes; the request fails after it.
    let deadline: Deadline
    let phase: Connections.Phase
    /// The time until which the body is held back; never if it is not.
    let held: Deadline
    /// The time of the check that the request was acknowledged.
    let probe: Deadline
    /// The start of the wait, if the speed of the body is measured.
    let start: Deadline?

    /// The earliest of these times.
    var end: Deadline { min(deadline, held, probe) }
    /// A Boolean value that indicates whether the wait ends with the check for an acknowledgement.
    var endsWithProbe: Bool { probe < min(deadline, held) }
    var isHeld: Bool { held != .never }
  }

  /// Begins a wait for bytes, on a connection that may have served another request before.
  mutating func beginWait(isReused: Bool) -> Wait {
    let now = deadlines.time.now
    let (deadline, phase) = nextDeadline(from: now)
    return Wait(
      deadline: deadline, phase: phase,
      held: upload == .held ? continueDeadline ?? .never : .never,
      probe: isReused ? nextProbe(from: now) : .never,
      start: judgesSpeed ? now : nil)
  }

  /// Returns the deadline of the next bytes: the whole head has one deadline, each piece its own.
  private mutating func nextDeadline(from now: Deadline) -> (Deadline, Connections.Phase) {
    switch stage {
    case .firstByte:
      let deadline = answerDeadline ?? deadlines.deadline(.firstByte, from: now)
      answerDeadline = deadline
      return (deadline, .firstByte)
    case .head:
      let deadline = stageDeadline ?? deadlines.deadline(.head, from: now)
      stageDeadline = deadline
      return (deadline, .head)
    case .body: return (deadlines.deadline(.idle, from: now), .idle)
    }
  }

  /// Returns the time of the acknowledgement check for a request without response bytes.
  private mutating func nextProbe(from now: Deadline) -> Deadline {
    guard !hasHeard, upload == .whole else { return .never }
    let next = probe ?? now + Self.probeDelay
    probe = next
    return next
  }

  /// The time for a server's system to acknowledge a request on a reused connection.
  private static let probeDelay: Duration = .seconds(10)

  /// Records received bytes of the response: its head has begun.
  ///
  /// TLS tickets and key updates are not part of a response.
  mutating func noteBytes() {
    if !hasHeard { onStep?(.heard) }
    hasHeard = true
    guard stage == .firstByte else { return }
    stage = .head
    stageDeadline = nil
  }

  /// Returns whether all bytes were read; throws an error that follows content that was read first.
  func isOver() throws(ConnectionError) -> Bool {
    if let pendingFailure { throw pendingFailure }
    return isWhole
  }
}
