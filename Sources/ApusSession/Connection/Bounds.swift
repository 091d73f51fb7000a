internal import ApusHTTP
internal import ApusNet

/// Until when each phase of one request may take.
struct Bounds {
  let timeouts: HTTPSession.Timeouts
  /// The end of the request as a whole, which no phase outlives.
  let request: Deadline

  /// The bounds of a request that begins now.
  init(_ timeouts: HTTPSession.Timeouts) {
    self.timeouts = timeouts
    request = timeouts.request.map { .after($0) } ?? .never
  }

  /// The bounds of a request that may have a time of its own for the server's silence.
  init(_ timeouts: HTTPSession.Timeouts, _ options: HTTP.RequestOptions) {
    var timeouts = timeouts
    timeouts.firstByte = options.timeout ?? timeouts.firstByte
    timeouts.idle = options.timeout ?? timeouts.idle
    self.init(timeouts)
  }

  /// The bounds of what is read of a response that nobody wants.
  init(draining bounds: Bounds) {
    timeouts = bounds.timeouts
    request = min(bounds.request, .after(Drainage.timeLimit))
  }

  /// When a phase that begins now ends at the latest.
  func deadline(_ phase: HTTPSession.Phase) -> Deadline {
    switch phase {
    case .queue: min(request, .after(timeouts.queue))
    case .resolve: min(request, .after(timeouts.resolve))
    case .connect: min(request, .after(timeouts.connect))
    case .tls: min(request, .after(timeouts.tls))
    case .firstByte: min(request, .after(timeouts.firstByte))
    case .idle: min(request, .after(timeouts.idle))
    case .request: request
    }
  }

  /// What a failure below means for the request, in the phase in which it happened.
  @inline(never)
  func reason(_ error: NetError, in phase: HTTPSession.Phase) -> HTTPSessionError.Reason {
    if case .timedOut = error, request.isPast { return .timedOut(.request) }
    return HTTPSessionError.Reason(error, in: phase)
  }

  /// What a failure of a file means for the request.
  func fileReason(_ error: NetError) -> HTTPSessionError.Reason {
    let reason = reason(error, in: .idle)
    guard case .network(let fault) = reason else { return reason }
    return .file(fault)
  }
}
