internal import ApusHTTP
internal import ApusNet

/// Until when a call, and each phase of its requests, may take.
///
/// It is passed from step to step for every request, which is why it is boxed. Calls without a
/// bound of their own share one.
final class Deadlines: Sendable {
  let timeouts: HTTPSession.Timeouts
  let time: TimeSource
  /// The end of the call as a whole, which no phase outlives.
  let request: Deadline
  /// What may suspend the call, while which no bound counts but that of the call as a whole.
  let control: CallControl?

  private init(
    _ timeouts: HTTPSession.Timeouts, _ time: TimeSource, request: Deadline,
    _ control: CallControl? = nil
  ) {
    self.timeouts = timeouts
    self.time = time
    self.request = request
    self.control = control
  }

  /// The deadlines of a call that begins now.
  convenience init(_ timeouts: HTTPSession.Timeouts, _ time: TimeSource) {
    self.init(
      timeouts, time, request: timeouts.request.map { time.deadline(after: $0) } ?? .never)
  }

  /// The deadlines of what may take any time in all, and has a bound for each phase.
  convenience init(ofPhases timeouts: HTTPSession.Timeouts, _ time: TimeSource) {
    self.init(timeouts, time, request: .never)
  }

  /// The deadlines of a call that may have times of its own: for the server's silence, and in all.
  convenience init(
    _ timeouts: HTTPSession.Timeouts, _ options: HTTP.RequestOptions, _ time: TimeSource,
    _ control: CallControl? = nil, since start: Deadline? = nil
  ) {
    var timeouts = timeouts
    if let silence = options.silenceTimeout {
      (timeouts.firstByte, timeouts.idle) = (silence, silence)
    }
    if let total = options.totalTimeout {
      timeouts.request = min(total, timeouts.request ?? total)
    }
    // A call that is sent anew has no more time than the first.
    let end = timeouts.request.map { (control?.start ?? start ?? time.now) + $0 } ?? .never
    control?.noteEnd(end)
    self.init(timeouts, time, request: end, control)
  }

  /// Whether a call with these options has the same deadlines whenever it begins.
  func serve(_ options: HTTP.RequestOptions) -> Bool {
    request == .never && options.silenceTimeout == nil && options.totalTimeout == nil
  }

  /// A Boolean value that indicates whether the time of the call as a whole is over.
  ///
  /// A call without such a bound costs no look at the clock.
  var areOver: Bool { request != .never && request <= time.now }

  /// The deadlines of the rest of a call, all of which may take as long as one phase that begins
  /// now.
  func bounded(by phase: HTTPSession.Phase) -> Deadlines {
    Deadlines(timeouts, time, request: deadline(phase), control)
  }

  /// When a phase that begins now ends at the latest.
  func deadline(_ phase: HTTPSession.Phase) -> Deadline { deadline(phase, from: time.now) }

  /// When a phase that begins at a moment ends at the latest.
  func deadline(_ phase: HTTPSession.Phase, from now: Deadline) -> Deadline {
    let duration =
      switch phase {
      case .queue: timeouts.queue
      case .resolve: timeouts.resolve
      case .connect: timeouts.connect
      case .tls: timeouts.tls
      case .firstByte: timeouts.firstByte
      case .head, .idle, .slow: timeouts.idle
      case .request: Duration?.none
      }
    return duration.map { min(request, now + $0) } ?? request
  }

  /// What a failure below means for the request, in the phase in which it happened.
  @inline(never)
  func reason(_ error: NetError, in phase: HTTPSession.Phase) -> HTTPSessionError.Reason {
    if case .timedOut = error, request <= time.now { return .timedOut(.request) }
    return HTTPSessionError.Reason(error, in: phase)
  }

  /// What a failure of a file means for the request.
  func fileReason(_ error: NetError) -> HTTPSessionError.Reason {
    let reason = reason(error, in: .idle)
    guard case .network(let fault) = reason else { return reason }
    return .file(fault)
  }
}
