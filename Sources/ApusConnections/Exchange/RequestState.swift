internal import ApusHTTP
internal import ApusNet

/// The state of the current or last request on a connection.
///
/// A new request replaces the whole state, so no state of the previous request remains.
struct RequestState {
  /// The part of the response that the client waits for. Each part has its own timeout.
  enum Stage {
    case firstByte
    case head
    case body
  }

  var deadlines: Deadlines
  var stage = Stage.firstByte
  /// The deadline for the expected part of the response. The value is `nil` if each read has its
  /// own timeout.
  var stageDeadline: Deadline?
  /// The deadline for the start of the final response head. Informational responses do not extend
  /// the deadline.
  var answerDeadline: Deadline?
  /// The time when the client checks whether TCP has acknowledged the request.
  var probe: Deadline?
  /// The time when the client stops waiting for `100 Continue` and sends the request body.
  var continueDeadline: Deadline?
  var framing = HTTP.BodyFraming.none
  /// The trailer fields of the response. The value is `nil` if the response has no trailer fields.
  var trailers: HTTP.Fields?
  /// A Boolean value that indicates whether the response is complete.
  var isWhole = false
  /// The error of an incomplete response. The caller receives the available content before the
  /// error is thrown.
  var pendingFailure: ConnectionError?
  /// The number of received content bytes of the response.
  var receivedContentCount = 0
  /// A Boolean value that indicates whether the response content is collected in memory or saved to
  /// a file. The minimum speed applies only to such content.
  var isCollected = false
  private var slowness = SlownessMeter()

  /// The length of the request head in bytes.
  var headByteCount = 0
  var upload = Upload.whole
  /// A Boolean value that indicates whether a byte of the response was received.
  var hasHeard = false
  var bodyWriter: HTTP.BodyWriter?
  /// The source of the request body bytes that have not been sent.
  var feed = BodyFeed()
  /// A Boolean value that indicates whether the bytes in the send buffer are the last bytes of the
  /// request.
  var isLast = false
  /// The error that ended the sending of the request. A response may still arrive after the error.
  var sendFailure: NetError?
  /// The error that the caller's own request body threw.
  var bodyFailure: (any Error)?
  /// A callback for the end of the request and for the first byte of the response.
  var onStep: ((ExchangeMilestone) -> Void)?
  /// A Boolean value that indicates whether the callback has reported the end of the request.
  var hasToldSent = false
  /// The total suspension time that was already added to the deadlines.
  var paused: Duration = .zero
  /// The number of sent content bytes of the request.
  var sentContentCount = 0

  init(_ deadlines: Deadlines) {
    self.deadlines = deadlines
    if let control = deadlines.control { paused = control.pausedTime }
  }

  /// A Boolean value that indicates whether the client measures the speed of the response body.
  var judgesSpeed: Bool { isCollected && stage == .body && deadlines.timeouts.slowness != nil }

  /// Records the received bytes of the response body after a wait. Returns `true` if the body
  /// arrives too slowly.
  mutating func isTooSlow(_ count: Int, since start: Deadline) -> Bool {
    guard let limit = deadlines.timeouts.slowness,
      let waited = deadlines.time.now.remaining(from: start)
    else { return false }
    // A small last read at the end of the body does not indicate a slow server.
    if case .contentLength(let length) = framing,
      length - receivedContentCount - count < limit.byteCount
    {
      return false
    }
    return slowness.isTooSlow(count, after: waited, limit)
  }
}

/// A meter that detects a response body whose bytes arrive too slowly.
///
/// The meter counts only the time in which the caller waits for bytes. A pause without any byte is
/// limited by the idle timeout.
struct SlownessMeter {
  private var waited: Duration = .zero
  private var byteCount = 0

  /// Records the duration of a wait for bytes. Returns `true` if too few bytes arrived within the
  /// time window.
  mutating func isTooSlow(
    _ count: Int, after duration: Duration, _ limit: Connections.Timeouts.Slowness
  ) -> Bool {
    waited += duration
    byteCount += count
    guard waited >= limit.window else { return false }
    defer {
      waited = .zero
      byteCount = 0
    }
    return byteCount < limit.byteCount
  }
}
