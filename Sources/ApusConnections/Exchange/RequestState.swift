internal import ApusHTTP
internal import ApusNet

/// The state of the current or last request on a connection.
///
/// It is replaced as a whole when a request begins, so that no state of the previous one remains.
struct RequestState {
  /// The awaited part of the response, which determines the timeout.
  enum Stage {
    case firstByte
    case head
    case body
  }

  var deadlines: Deadlines
  var stage = Stage.firstByte
  /// The deadline of the stage; nil if each piece has its own time.
  var stageDeadline: Deadline?
  /// The deadline for the start of the final head; informational responses do not extend it.
  var answerDeadline: Deadline?
  /// The time of the check that the request was acknowledged.
  var probe: Deadline?
  /// The time until which a body is held back for `100 Continue`.
  var continueDeadline: Deadline?
  var framing = HTTP.BodyFraming.none
  /// The trailer fields, if there are any.
  var trailers: HTTP.Fields?
  /// A Boolean value that indicates whether the response is complete.
  var isWhole = false
  /// An error after content that is read first.
  var pendingFailure: ConnectionError?
  /// The number of content bytes received.
  var receivedContentCount = 0
  /// A Boolean value that indicates whether the content is collected or saved, so that the limit on
  /// slowness applies.
  var isCollected = false
  private var slowness = SlownessMeter()

  /// The length of the request's head in bytes.
  var headByteCount = 0
  var upload = Upload.whole
  /// A Boolean value that indicates whether a byte of the response was received.
  var hasHeard = false
  var bodyWriter: HTTP.BodyWriter?
  /// The source of the rest of the body.
  var feed = BodyFeed()
  /// A Boolean value that indicates whether the bytes that wait to be sent are the last ones.
  var isLast = false
  /// The error that ended the sending of the request; a response may still arrive.
  var sendFailure: NetError?
  /// The error that the request's own body threw.
  var bodyFailure: (any Error)?
  /// Called once for each of the two steps that are not reported otherwise.
  var onStep: ((ExchangeMilestone) -> Void)?
  /// A Boolean value that indicates whether it was reported that the request is sent.
  var hasToldSent = false
  /// The time that the call was suspended, as included in the deadlines.
  var paused: Duration = .zero
  /// The number of sent content bytes of the request.
  var sentContentCount = 0

  init(_ deadlines: Deadlines) {
    self.deadlines = deadlines
    if let control = deadlines.control { paused = control.pausedTime }
  }

  /// A Boolean value that indicates whether the time of waits for bytes is measured.
  var judgesSpeed: Bool { isCollected && stage == .body && deadlines.timeouts.slowness != nil }

  /// Records awaited bytes of the body; returns true if they arrive too slowly.
  mutating func isTooSlow(_ count: Int, since start: Deadline) -> Bool {
    guard let limit = deadlines.timeouts.slowness,
      let waited = deadlines.time.now.remaining(from: start)
    else { return false }
    // The last piece of a body may be small.
    if case .contentLength(let length) = framing,
      length - receivedContentCount - count < limit.byteCount
    {
      return false
    }
    return slowness.isTooSlow(count, after: waited, limit)
  }
}
