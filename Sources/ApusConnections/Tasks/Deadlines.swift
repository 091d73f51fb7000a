package import ApusHTTP
package import ApusNet

/// The deadlines of a call and of each phase of its requests.
///
/// The deadlines are boxed, because every request passes them from step to step. Calls without a
/// timeout of their own share one instance.
package final class Deadlines: Sendable {
  let timeouts: Connections.Timeouts
  package let time: TimeSource
  /// The deadline of the whole call, which limits every phase.
  package let request: Deadline
  /// The control that may suspend the call. Only the deadline of the whole call counts during a
  /// suspension.
  package let control: CallControl?
  /// The limits that the call's own options set.
  private let own: OwnLimits
  /// The phase whose limit bounds the rest of the call.
  private let bound: Connections.Phase?

  /// The limits that a call's own options set in place of the session's timeouts.
  private struct OwnLimits: OptionSet {
    let rawValue: Int
    static let total = OwnLimits(rawValue: 1)
    static let silence = OwnLimits(rawValue: 2)
  }

  private init(
    _ timeouts: Connections.Timeouts, _ time: TimeSource, request: Deadline,
    _ control: CallControl? = nil, _ own: OwnLimits = [], bound: Connections.Phase? = nil
  ) {
    self.timeouts = timeouts
    self.time = time
    self.request = request
    self.control = control
    self.own = own
    self.bound = bound
  }

  /// Creates the deadlines of a call that begins now.
  package convenience init(_ timeouts: Connections.Timeouts, _ time: TimeSource) {
    self.init(
      timeouts, time, request: timeouts.total.map { time.deadline(after: $0) } ?? .never)
  }

  /// Creates deadlines with a timeout for each phase and no timeout for the whole call.
  convenience init(ofPhases timeouts: Connections.Timeouts, _ time: TimeSource) {
    self.init(timeouts, time, request: .never)
  }

  /// Creates the deadlines of a call, which may have timeouts of its own for the server's silence
  /// and for the whole call.
  package convenience init(
    _ timeouts: Connections.Timeouts, _ options: HTTP.RequestOptions, _ time: TimeSource,
    _ control: CallControl? = nil, since start: Deadline? = nil
  ) {
    var timeouts = timeouts
    var own: OwnLimits = []
    if let silence = options.idle {
      (timeouts.firstByte, timeouts.idle) = (silence, silence)
      own.insert(.silence)
    }
    if let total = options.within {
      if total <= timeouts.total ?? total { own.insert(.total) }
      timeouts.total = min(total, timeouts.total ?? total)
    }
    // A call that is sent again has no more time than its first attempt.
    let end = timeouts.total.map { (control?.start ?? start ?? time.now) + $0 } ?? .never
    control?.noteEnd(end)
    self.init(timeouts, time, request: end, control, own)
  }

  /// Returns whether a call with these options has the same deadlines regardless of its start.
  package func serve(_ options: HTTP.RequestOptions) -> Bool {
    request == .never && options.idle == nil && options.within == nil
  }

  /// A Boolean value that indicates whether the deadline of the whole call has passed.
  ///
  /// A call without a timeout for the whole call does not read the clock.
  package var areOver: Bool { request != .never && request <= time.now }

  /// Returns the deadlines of the rest of a call, which must end within one phase that begins now.
  func bounded(by phase: Connections.Phase) -> Deadlines {
    Deadlines(timeouts, time, request: deadline(phase), control, own, bound: phase)
  }

  /// Returns the deadline of a phase that begins now.
  package func deadline(_ phase: Connections.Phase) -> Deadline { deadline(phase, from: time.now) }

  /// Returns the deadline of a phase that begins at a given time.
  func deadline(_ phase: Connections.Phase, from now: Deadline) -> Deadline {
    let duration =
      switch phase {
      case .queue: timeouts.queue
      case .resolve: timeouts.resolve
      case .connect: timeouts.connect
      case .tls: timeouts.tls
      case .firstByte: timeouts.firstByte
      case .head, .idle, .slow: timeouts.idle
      case .total: Duration?.none
      }
    return duration.map { min(request, now + $0) } ?? request
  }

  /// Returns the time limit of an expired phase, with the setting that contains the limit.
  package func expired(_ phase: Connections.Phase) -> Connections.ExpiredTimeout {
    let phase = phase == .total ? bound ?? phase : phase
    let silence = own.contains(.silence)
    return switch phase {
    case .queue: .init(phase, timeouts.queue, by: .queue)
    case .resolve: .init(phase, timeouts.resolve, by: .resolve)
    case .connect: .init(phase, timeouts.connect, by: .connect)
    case .tls: .init(phase, timeouts.tls, by: .tls)
    case .firstByte: .init(phase, timeouts.firstByte, by: silence ? .silence : .firstByte)
    case .head, .idle: .init(phase, timeouts.idle, by: silence ? .silence : .idle)
    case .slow:
      .init(
        phase, timeouts.slowness?.window, by: .slowness, least: timeouts.slowness?.byteCount)
    case .total:
      .init(phase, timeouts.total, by: own.contains(.total) ? .within : .request)
    }
  }

  /// Returns the error of a request that fails in one of its phases.
  @inline(never)
  package func error(_ error: NetError, in phase: Connections.Phase) -> ConnectionError {
    if case .timedOut = error, request <= time.now { return .timedOut(.total) }
    return ConnectionError(error, in: phase)
  }

  /// Returns the error of a request that fails because of a file.
  package func fileError(_ error: NetError) -> ConnectionError {
    let error = self.error(error, in: .idle)
    guard case .network(let fault) = error else { return error }
    return .file(fault)
  }
}
