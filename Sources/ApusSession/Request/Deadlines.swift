internal import ApusHTTP
internal import ApusNet

/// Until when each phase of one request may take.
struct Deadlines {
  let timeouts: HTTPSession.Timeouts
  let time: TimeSource
  /// The end of the call as a whole, which no phase outlives.
  var request: Deadline
  /// What may suspend the call, while which no bound counts but that of the call as a whole.
  private(set) var control: CallControl?

  /// The deadlines of a call that begins now.
  init(_ timeouts: HTTPSession.Timeouts, _ time: TimeSource) {
    self.timeouts = timeouts
    self.time = time
    request = timeouts.request.map { time.deadline(after: $0) } ?? .never
  }

  /// The deadlines of a call that may have times of its own: for the server's silence, and in all.
  init(
    _ timeouts: HTTPSession.Timeouts, _ options: HTTP.RequestOptions, _ time: TimeSource,
    _ control: CallControl? = nil
  ) {
    var timeouts = timeouts
    if let silence = options.silenceTimeout {
      (timeouts.firstByte, timeouts.idle) = (silence, silence)
    }
    if let total = options.totalTimeout {
      timeouts.request = min(total, timeouts.request ?? total)
    }
    self.init(timeouts, time)
    guard let control else { return }
    self.control = control
    // A call that is sent anew has no more time than the first.
    request = timeouts.request.map { control.start + $0 } ?? .never
  }

  /// When a phase that begins now ends at the latest.
  func deadline(_ phase: HTTPSession.Phase) -> Deadline {
    switch phase {
    case .queue: after(timeouts.queue)
    case .resolve: after(timeouts.resolve)
    case .connect: after(timeouts.connect)
    case .tls: after(timeouts.tls)
    case .firstByte: after(timeouts.firstByte)
    case .head, .idle, .slow: after(timeouts.idle)
    case .request: request
    }
  }

  private func after(_ duration: Duration) -> Deadline {
    min(request, time.deadline(after: duration))
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
