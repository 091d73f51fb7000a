internal import ApusHTTP
internal import ApusNet

/// How long the next bytes of a response are waited for.
extension RequestState {
  /// One wait for bytes, and what its end means if none have come.
  struct Wait {
    /// Until when bytes must have come, or the request fails.
    let deadline: Deadline
    let phase: Connections.Phase
    /// Until when the body is held back; never if it is not.
    let held: Deadline
    /// When it is asked whether the request came at all.
    let probe: Deadline
    /// When the wait began, where that tells how fast a body comes.
    let start: Deadline?

    /// When to look up at the latest.
    var end: Deadline { min(deadline, held, probe) }
    /// Whether it ends because the request may not have come.
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

  /// Until when the next bytes must come: the head as a whole has one time, each piece its own.
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

  /// When it is asked whether a request came on which nothing has been heard.
  private mutating func nextProbe(from now: Deadline) -> Deadline {
    guard !hasHeard, upload == .whole else { return .never }
    let next = probe ?? now + Self.probeDelay
    probe = next
    return next
  }

  /// How long a server's system has to acknowledge a request on a connection that was used before.
  private static let probeDelay: Duration = .seconds(10)

  /// Notes that bytes of the response have come: its head has begun, if it had not.
  ///
  /// Tickets and keys of TLS are no part of a response.
  mutating func noteBytes() {
    if !hasHeard { onStep?(.heard) }
    hasHeard = true
    guard stage == .firstByte else { return }
    stage = .head
    stageDeadline = nil
  }

  /// Whether nothing more is to be read; throws what was wrong behind content that was read first.
  func isOver() throws(ConnectionError) -> Bool {
    if let pendingFailure { throw pendingFailure }
    return isWhole
  }
}
