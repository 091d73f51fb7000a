internal import ApusHTTP
internal import ApusNet

/// The deadlines for the next bytes of a response.
extension RequestState {
  /// A wait for response bytes, with the deadlines that end the wait.
  struct Wait {
    /// The deadline for bytes of the response. The request fails if no byte arrives before the
    /// deadline.
    let deadline: Deadline
    let phase: Connections.Phase
    /// The time when the client sends the request body without `100 Continue`. The time is
    /// `never` if the client does not expect `100 Continue`.
    let held: Deadline
    /// The time when the client checks whether TCP has acknowledged the request.
    let probe: Deadline
    /// The start of the wait for response bytes. The value is `nil` if the client does not measure
    /// the speed of the body.
    let start: Deadline?

    /// The earliest deadline of the wait for response bytes.
    var end: Deadline { min(deadline, held, probe) }
    /// A Boolean value that indicates whether the wait ends with the check for a TCP
    /// acknowledgement.
    var endsWithProbe: Bool { probe < min(deadline, held) }
    var isHeld: Bool { held != .never }
  }

  /// Starts a wait for response bytes on a new or reused connection.
  mutating func beginWait(isReused: Bool) -> Wait {
    let now = deadlines.time.now
    let (deadline, phase) = nextDeadline(from: now)
    return Wait(
      deadline: deadline, phase: phase,
      held: upload == .held ? continueDeadline ?? .never : .never,
      probe: isReused ? nextProbe(from: now) : .never,
      start: judgesSpeed ? now : nil)
  }

  /// Returns the deadline for the next bytes of the response. The whole response head has one
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

  /// Returns the time when the client checks for a TCP acknowledgement of an unanswered
  /// request.
  private mutating func nextProbe(from now: Deadline) -> Deadline {
    guard !hasHeard, upload == .whole else { return .never }
    let next = probe ?? now + Self.probeDelay
    probe = next
    return next
  }

  /// The timeout for the TCP acknowledgement of a request on a reused connection.
  private static let probeDelay: Duration = .seconds(10)

  /// Records that the first bytes of the response head were received.
  ///
  /// TLS session tickets and key updates are not part of a response.
  mutating func noteBytes() {
    if !hasHeard { onStep?(.heard) }
    hasHeard = true
    guard stage == .firstByte else { return }
    stage = .head
    stageDeadline = nil
  }

  /// Returns whether all bytes of the response were read. Throws the error of an incomplete
  /// response after all received content was read.
  func isOver() throws(ConnectionError) -> Bool {
    if let pendingFailure { throw pendingFailure }
    return isWhole
  }
}
