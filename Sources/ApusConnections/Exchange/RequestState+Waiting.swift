internal import ApusHTTP
internal import ApusNet

/// The deadlines for the next bytes of a response.
extension RequestState {
  /// A wait for bytes of the response, with the meaning of a wait that ends without bytes.
  struct Wait {
    /// The deadline for bytes of the response. The request fails if no byte arrives before the
    /// deadline.
    let deadline: Deadline
    let phase: Connections.Phase
    /// The time until which the request's body is held back. The time is `never` if the body is not
    /// held back.
    let held: Deadline
    /// The time of the check that the server's system has acknowledged the request.
    let probe: Deadline
    /// The start of the wait. The value is `nil` if the speed of the body is not measured.
    let start: Deadline?

    /// The end of the wait, which is the earliest of its times.
    var end: Deadline { min(deadline, held, probe) }
    /// A Boolean value that indicates whether the wait ends with the check for an acknowledgement.
    var endsWithProbe: Bool { probe < min(deadline, held) }
    var isHeld: Bool { held != .never }
  }

  /// Begins a wait for bytes on a connection, which may have served another request before.
  mutating func beginWait(isReused: Bool) -> Wait {
    let now = deadlines.time.now
    let (deadline, phase) = nextDeadline(from: now)
    return Wait(
      deadline: deadline, phase: phase,
      held: upload == .held ? continueDeadline ?? .never : .never,
      probe: isReused ? nextProbe(from: now) : .never,
      start: judgesSpeed ? now : nil)
  }

  /// Returns the deadline of the next bytes of the response. The whole response head has one
  /// deadline, and each piece of the body has its own deadline.
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

  /// The time that the server's system has to acknowledge a request on a reused connection.
  private static let probeDelay: Duration = .seconds(10)

  /// Records that bytes of the response were received, which begins the response head.
  ///
  /// TLS session tickets and key updates are not part of a response.
  mutating func noteBytes() {
    if !hasHeard { onStep?(.heard) }
    hasHeard = true
    guard stage == .firstByte else { return }
    stage = .head
    stageDeadline = nil
  }

  /// Returns whether all bytes of the response were read. Throws an error that follows content if
  /// the content was read before.
  func isOver() throws(ConnectionError) -> Bool {
    if let pendingFailure { throw pendingFailure }
    return isWhole
  }
}
