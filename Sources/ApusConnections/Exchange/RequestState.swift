internal import ApusHTTP
internal import ApusNet

/// The state of the current or last request on a connection.
///
/// A new request replaces the whole state, because no state of the previous request may remain.
struct RequestState {
  /// The part of the response that the request waits for, which determines the timeout.
  enum Stage {
    case firstByte
    case head
    case body
  }

  var deadlines: Deadlines
  var stage = Stage.firstByte
  /// The deadline of the current stage of the response. The value is `nil` if each piece of the
  /// response has its own time.
  var stageDeadline: Deadline?
  /// The deadline for the start of the final response head. Informational responses do not extend
  /// the deadline.
  var answerDeadline: Deadline?
  /// The time of the check that the server's system has acknowledged the request.
  var probe: Deadline?
  /// The time until which the request's body is held back for `100 Continue`.
  var continueDeadline: Deadline?
  var framing = HTTP.BodyFraming.none
  /// The trailer fields of the response. The value is `nil` if the response has no trailer fields.
  var trailers: HTTP.Fields?
  /// A Boolean value that indicates whether the response is complete.
  var isWhole = false
  /// An error that follows content. The caller reads the content before the error is thrown.
  var pendingFailure: ConnectionError?
  /// The number of received content bytes of the response.
  var receivedContentCount = 0
  /// A Boolean value that indicates whether the content is collected or saved. The limit on
  /// slowness applies only to such content.
  var isCollected = false
  private var slowness = SlownessMeter()

  /// The length of the request head in bytes.
  var headByteCount = 0
  var upload = Upload.whole
  /// A Boolean value that indicates whether a byte of the response was received.
  var hasHeard = false
  var bodyWriter: HTTP.BodyWriter?
  /// The source of the unsent rest of the request's body.
  var feed = BodyFeed()
  /// A Boolean value that indicates whether the bytes in the send buffer are the last bytes of the
  /// request.
  var isLast = false
  /// The error that ended the sending of the request. A response may still arrive after the error.
  var sendFailure: NetError?
  /// The error that the caller's own request body threw.
  var bodyFailure: (any Error)?
  /// A callback that the exchange calls once for each of its two milestones.
  var onStep: ((ExchangeMilestone) -> Void)?
  /// A Boolean value that indicates whether the callback was called for the sent request.
  var hasToldSent = false
  /// The time of the call's suspensions that the deadlines already include.
  var paused: Duration = .zero
  /// The number of sent content bytes of the request.
  var sentContentCount = 0

  init(_ deadlines: Deadlines) {
    self.deadlines = deadlines
    if let control = deadlines.control { paused = control.pausedTime }
  }

  /// A Boolean value that indicates whether the time of waits for bytes is measured.
  var judgesSpeed: Bool { isCollected && stage == .body && deadlines.timeouts.slowness != nil }

  /// Records received bytes of the body after a wait. Returns `true` if the body arrives too
  /// slowly.
  mutating func isTooSlow(_ count: Int, since start: Deadline) -> Bool {
    guard let limit = deadlines.timeouts.slowness,
      let waited = deadlines.time.now.remaining(from: start)
    else { return false }
    // The last piece of a body may be small without being slow.
    if case .contentLength(let length) = framing,
      length - receivedContentCount - count < limit.byteCount
    {
      return false
    }
    return slowness.isTooSlow(count, after: waited, limit)
  }
}
