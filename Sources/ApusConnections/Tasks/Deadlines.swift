package import ApusHTTP
package import ApusNet

/// The deadlines of an HTTP call and of each phase of its requests.
///
/// The deadlines are boxed, because every request passes them from step to step. Calls that use
/// only the session's timeouts share one instance.
package final class Deadlines: Sendable {
  let timeouts: Connections.Timeouts
  package let time: TimeSource
  /// The deadline of the whole HTTP call, which limits every phase.
  package let request: Deadline
  /// The control that may suspend the HTTP call. During a suspension, only the deadline of the
  /// whole call counts.
  package let control: CallControl?
  /// The timeouts that the options of the request override.
  private let own: OwnLimits
  /// The request phase whose timeout limits the rest of the HTTP call.
  private let bound: Connections.Phase?

  /// The timeouts of the session that the options of one request override.
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

  /// Creates the deadlines of an HTTP call that begins now.
  package convenience init(_ timeouts: Connections.Timeouts, _ time: TimeSource) {
    self.init(
      timeouts, time, request: timeouts.total.map { time.deadline(after: $0) } ?? .never)
  }

  /// Creates deadlines with a timeout for each request phase and no total timeout.
  convenience init(ofPhases timeouts: Connections.Timeouts, _ time: TimeSource) {
    self.init(timeouts, time, request: .never)
  }

  /// Creates the deadlines of an HTTP call, whose options may override the idle timeout and the
  /// total timeout.
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
    // The total timeout includes all retries of the HTTP call.
    let end = timeouts.total.map { (control?.start ?? start ?? time.now) + $0 } ?? .never
    control?.noteEnd(end)
    self.init(timeouts, time, request: end, control, own)
  }

  /// Returns whether an HTTP call with the given options can share these deadlines.
  package func serve(_ options: HTTP.RequestOptions) -> Bool {
    request == .never && options.idle == nil && options.within == nil
  }

  /// A Boolean value that indicates whether the deadline of the whole HTTP call has passed.
  ///
  /// Without a total timeout, the property does not read the clock.
  package var areOver: Bool { request != .never && request <= time.now }

  /// Returns deadlines that limit the rest of an HTTP call to the timeout of one phase.
  func bounded(by phase: Connections.Phase) -> Deadlines {
    Deadlines(timeouts, time, request: deadline(phase), control, own, bound: phase)
  }

  /// Returns the deadline of a request phase that begins now.
  package func deadline(_ phase: Connections.Phase) -> Deadline { deadline(phase, from: time.now) }

  /// Returns the deadline of a request phase that begins at a given time.
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

  /// Returns the error of an expired request phase, with its time limit and the name of the
  /// setting.
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

  /// Converts a network error in a request phase to the error of the request.
  @inline(never)
  package func error(_ error: NetError, in phase: Connections.Phase) -> ConnectionError {
    if case .timedOut = error, request <= time.now { return .timedOut(.total) }
    return ConnectionError(error, in: phase)
  }

  /// Converts a file error to the error of the request.
  package func fileError(_ error: NetError) -> ConnectionError {
    let error = self.error(error, in: .idle)
    guard case .network(let fault) = error else { return error }
    return .file(fault)
  }
}
