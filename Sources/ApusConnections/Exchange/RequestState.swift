internal import ApusHTTP
internal import ApusNet

/// All that is true of the one request that is under way on a connection, or was the last.
///
/// It is replaced as a whole when a request begins, so that nothing is left of the one before.
struct RequestState {
  /// What is waited for, which decides how long.
  enum Stage {
    case firstByte
    case head
    case body
  }

  var deadlines: Deadlines
  var stage = Stage.firstByte
  /// Until when the stage may take; nil where each piece has its own time.
  var stageDeadline: Deadline?
  /// Until when the final head must have begun; responses before it do not renew that.
  var answerDeadline: Deadline?
  /// When it is asked whether the request came at all.
  var probe: Deadline?
  /// Until when a body is held back for `100 Continue`.
  var continueDeadline: Deadline?
  var framing = HTTP.BodyFraming.none
  /// The fields behind the content, where there are some.
  var trailers: HTTP.Fields?
  /// A Boolean value that indicates whether the response is whole.
  var isWhole = false
  /// What was found wrong behind content that is read first.
  var pendingFailure: ConnectionError?
  /// The number of content bytes received.
  var receivedContentCount = 0
  /// Whether the content is collected or saved, so that it may not come too slowly.
  var isCollected = false
  private var slowness = SlownessMeter()

  /// The length of the request's head in bytes.
  var headByteCount = 0
  var upload = Upload.whole
  /// Whether a byte of the response has come.
  var hasHeard = false
  var bodyWriter: HTTP.BodyWriter?
  /// Where the rest of the body comes from.
  var feed = BodyFeed()
  /// A Boolean value that indicates whether the bytes that wait to be sent are the last ones.
  var isLast = false
  /// The error that ended the sending of the request; a response may still come.
  var sendFailure: NetError?
  /// What the request's own body threw.
  var bodyFailure: (any Error)?
  /// Told of the two steps that nothing else tells, each once.
  var onStep: ((ExchangeMilestone) -> Void)?
  /// Whether it was told that the request is sent.
  var hasToldSent = false
  /// For how long the call was suspended, as far as the bounds know of it.
  var paused: Duration = .zero
  /// How much of the request's content was sent.
  var sentContentCount = 0

  init(_ deadlines: Deadlines) {
    self.deadlines = deadlines
    if let control = deadlines.control { paused = control.pausedTime }
  }

  /// Whether the time is measured for which the next bytes are waited for.
  var judgesSpeed: Bool { isCollected && stage == .body && deadlines.timeouts.slowness != nil }

  /// Notes bytes of the body that were waited for; true if they come too slowly to go on.
  mutating func isTooSlow(_ count: Int, since start: Deadline) -> Bool {
    guard let limit = deadlines.timeouts.slowness,
      let waited = deadlines.time.now.remaining(from: start)
    else { return false }
    // The last piece of a body may be a small one.
    if case .contentLength(let length) = framing,
      length - receivedContentCount - count < limit.byteCount
    {
      return false
    }
    return slowness.isTooSlow(count, after: waited, limit)
  }
}
