package import ApusHTTP
package import ApusNet

/// Until when a call, and each phase of its requests, may take.
///
/// It is passed from step to step for every request, which is why it is boxed. Calls without a
/// bound of their own share one.
package final class Deadlines: Sendable {
  let timeouts: Connections.Timeouts
  package let time: TimeSource
  /// The end of the call as a whole, which no phase outlives.
  package let request: Deadline
  /// What may suspend the call, while which no bound counts but that of the call as a whole.
  package let control: CallControl?
  /// The limits that the call has by itself.
  private let own: OwnLimits
  /// The phase whose limit bounds the rest of the call.
  private let bound: Connections.Phase?

  /// The limits that a call has by its own options, and not by the timeouts of its session.
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

  /// The deadlines of a call that begins now.
  package convenience init(_ timeouts: Connections.Timeouts, _ time: TimeSource) {
    self.init(
      timeouts, time, request: timeouts.request.map { time.deadline(after: $0) } ?? .never)
  }

  /// The deadlines of what may take any time in all, and has a bound for each phase.
  convenience init(ofPhases timeouts: Connections.Timeouts, _ time: TimeSource) {
    self.init(timeouts, time, request: .never)
  }

  /// The deadlines of a call that may have times of its own: for the server's silence, and in all.
  package convenience init(
    _ timeouts: Connections.Timeouts, _ options: HTTP.RequestOptions, _ time: TimeSource,
    _ control: CallControl? = nil, since start: Deadline? = nil
  ) {
    var timeouts = timeouts
    var own: OwnLimits = []
    if let silence = options.silenceTimeout {
      (timeouts.firstByte, timeouts.idle) = (silence, silence)
      own.insert(.silence)
    }
    if let total = options.totalTimeout {
      if total <= timeouts.request ?? total { own.insert(.total) }
      timeouts.request = min(total, timeouts.request ?? total)
    }
    // A call that is sent anew has no more time than the first.
    let end = timeouts.request.map { (control?.start ?? start ?? time.now) + $0 } ?? .never
    control?.noteEnd(end)
    self.init(timeouts, time, request: end, control, own)
  }

  /// Whether a call with these options has the same deadlines whenever it begins.
  package func serve(_ options: HTTP.RequestOptions) -> Bool {
    request == .never && options.silenceTimeout == nil && options.totalTimeout == nil
  }

  /// A Boolean value that indicates whether the time of the call as a whole is over.
  ///
  /// A call without such a bound costs no look at the clock.
  package var areOver: Bool { request != .never && request <= time.now }

  /// The deadlines of the rest of a call, all of which may take as long as one phase that begins
  /// now.
  func bounded(by phase: Connections.Phase) -> Deadlines {
    Deadlines(timeouts, time, request: deadline(phase), control, own, bound: phase)
  }

  /// When a phase that begins now ends at the latest.
  package func deadline(_ phase: Connections.Phase) -> Deadline { deadline(phase, from: time.now) }

  /// When a phase that begins at a moment ends at the latest.
  func deadline(_ phase: Connections.Phase, from now: Deadline) -> Deadline {
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

  /// The limit of a phase that was too long, with the setting that has it.
  package func expired(_ phase: Connections.Phase) -> Connections.ExpiredTimeout {
    let phase = phase == .request ? bound ?? phase : phase
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
    case .request:
      .init(phase, timeouts.request, by: own.contains(.total) ? .within : .request)
    }
  }

  /// The error of a request that fails in one of its phases.
  @inline(never)
  package func error(_ error: NetError, in phase: Connections.Phase) -> ConnectionError {
    if case .timedOut = error, request <= time.now { return .timedOut(.request) }
    return ConnectionError(error, in: phase)
  }

  /// The error of a request that fails because of a file.
  package func fileError(_ error: NetError) -> ConnectionError {
    let error = self.error(error, in: .idle)
    guard case .network(let fault) = error else { return error }
    return .file(fault)
  }
}
