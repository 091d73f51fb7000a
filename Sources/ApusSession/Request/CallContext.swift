internal import ApusConnections
internal import ApusHTTP
internal import ApusNet
internal import Synchronization

/// The facts of one call over all of its attempts: its deadlines, its counters and its monitor.
///
/// It is made when the call begins, and outlives each attempt.
final class CallContext: LeaseHolder {
  /// The deadlines of the call and of its phases.
  let deadlines: Deadlines
  /// The monitor of the call, if there is one.
  private let monitor: (any CallMonitor)?
  /// A Boolean value that indicates whether there is a monitor.
  ///
  /// Reading the monitor itself would copy it.
  let isMonitored: Bool
  /// The trace of the call, if its requests have one.
  let trace: HTTPSession.TraceContext?
  private let attempts = Atomic<Int>(0)
  private let repetitions = Atomic<Int>(0)
  private let spentBody = Atomic<Bool>(false)
  private let signed = Atomic<Bool>(false)
  private let urgency: Atomic<Int>
  /// The counter of running calls; nil if another object counts this one.
  private let count: CallCount?
  /// The proxies that a function of the program's has chosen for this call; nil without one.
  let proxyChoices: ProxyChoices?
  /// The identity of the sent requests, if it is noted.
  let identity: SentIdentity?
  /// The policy for redirects in place of the session's, if the call has one.
  let redirects: HTTPSession.RedirectPolicy?
  /// The number and the end of the call, for its interceptors; nil until one needs them.
  private let interceptions = AtomicLazyReference<CallInterception>()
  private let hasEnded = Atomic<Bool>(false)
  /// A Boolean value that indicates whether the call may send its request again after content that
  /// broke off.
  private let mayContinue: Bool
  /// A Boolean value that indicates whether the content broke off, and the end is not reported yet.
  private let isEndHeld = Atomic<Bool>(false)
  private let hasLeft = Atomic<Bool>(false)

  init(
    _ deadlines: Deadlines, _ priority: HTTP.RequestOptions.Priority?,
    _ monitor: (any CallMonitor)?, _ trace: HTTPSession.TraceContext? = nil,
    countedBy count: CallCount? = nil, choosing proxyChoices: ProxyChoices? = nil,
    identity: SentIdentity? = nil, redirects: HTTPSession.RedirectPolicy? = nil,
    mayContinue: Bool = false
  ) {
    self.redirects = redirects
    self.mayContinue = mayContinue
    self.proxyChoices = proxyChoices
    self.identity = identity
    self.trace = trace
    self.count = count
    self.deadlines = deadlines
    urgency = Atomic((deadlines.control?.priority ?? priority ?? .normal).rawValue)
    self.monitor = monitor
    isMonitored = monitor != nil
  }

  // The content of a response keeps its call alive until it is read or dropped.
  deinit { leave() }

  /// Stops the count of the call as a running one; later calls have no effect.
  func leave() {
    guard let count, !hasLeft.exchange(true, ordering: .relaxed) else { return }
    count.leave()
  }

  /// Reports the end of the call, which has failed if there is an error.
  @inline(__always)
  func end(_ error: @autoclosure () -> HTTPSessionError?, _ reason: HTTPSessionError.Reason?) {
    note(.ended(reason))
    // An interceptor that comes later sees the flag, and an earlier one is seen here.
    _ = hasEnded.exchange(true, ordering: .sequentiallyConsistent)
    interceptions.load()?.end(error())
  }

  /// Reports the end of the call with its content, unless the request may be sent again.
  @inline(__always)
  func endContent(_ reason: HTTPSessionError.Reason?) {
    if mayContinue, reason != nil {
      isEndHeld.store(true, ordering: .relaxed)
    } else {
      end(reason.map { HTTPSessionError($0) }, reason)
    }
  }

  /// Notes that a call whose content broke off sends its request again.
  func continueAfterContent() { isEndHeld.store(false, ordering: .relaxed) }

  /// Reports the end of a call whose content broke off and whose request is not sent again.
  func endHeld(_ error: HTTPSessionError) {
    guard isEndHeld.exchange(false, ordering: .relaxed) else { return }
    end(error, error.reason)
  }

  /// Returns an error of the call with its number of requests, and with the expired limit.
  @inline(never)
  func complete(_ error: HTTPSessionError) -> HTTPSessionError {
    error.of(attempts: min(attempt, Self.attemptLimit), deadlines)
  }

  /// The number of retries that a policy decided.
  var retries: Int { repetitions.load(ordering: .relaxed) }

  /// Notes that a policy decided to send the request again.
  func noteRetry() { repetitions.add(1, ordering: .relaxed) }

  /// Continues the numbers of earlier parts of the call.
  func continueCount(_ attempts: Int, retries: Int) {
    self.attempts.store(attempts, ordering: .relaxed)
    repetitions.store(retries, ordering: .relaxed)
  }

  /// The number of attempts.
  var attempt: Int { attempts.load(ordering: .relaxed) }

  /// Notes that an attempt begins, unless the time is over or there were as many as there may be.
  func beginAttempt() throws(HTTPSessionError.Reason) {
    let number = attempts.add(1, ordering: .relaxed).newValue
    guard number <= Self.attemptLimit else { throw .tooManyRequests(limit: Self.attemptLimit) }
    if deadlines.areOver { throw .timedOut(.total) }
  }

  /// The maximum number of requests of a call, including redirects, challenges and retries.
  static let attemptLimit = 20

  /// A Boolean value that indicates whether a body that can be sent once has been.
  var hasSpentBody: Bool { spentBody.load(ordering: .relaxed) }

  /// Notes that a part of a single-use body was read.
  func noteSpentBody() { spentBody.store(true, ordering: .relaxed) }

  /// A Boolean value that indicates whether an interceptor of calls has signed the request.
  ///
  /// The cache does not know the user of such a request.
  var isSigned: Bool { signed.load(ordering: .relaxed) }

  /// Notes that an interceptor of calls has signed the request.
  func noteSigned() { signed.store(true, ordering: .relaxed) }

  /// The priority of the call, which a waiting call may raise.
  var priority: HTTP.RequestOptions.Priority {
    get { HTTP.RequestOptions.Priority(rawValue: urgency.load(ordering: .relaxed)) ?? .normal }
    set { urgency.store(newValue.rawValue, ordering: .relaxed) }
  }

  func noteQueued() { note(.queued) }

  /// Notifies the monitor, if there is one, of a milestone.
  @inline(__always)
  func note(_ milestone: @autoclosure () -> CallMilestone) {
    guard isMonitored, let monitor else { return }
    monitor.note(milestone(), of: self, at: deadlines.time.now)
  }

  /// Notifies the monitor, if there is one, of an event.
  @inline(__always)
  func note(_ kind: @autoclosure () -> HTTPSession.Event.Kind) {
    guard isMonitored, let monitor else { return }
    monitor.note(.event(kind()), of: self, at: deadlines.time.now)
  }
}

extension CallContext: InterceptedCall {
  var deadline: Deadline { deadlines.request }

  func interception(_ makeNumber: () -> Int) -> CallInterception {
    if let known = interceptions.load() { return known }
    let made = interceptions.storeIfNil(CallInterception(monitor?.callNumber ?? makeNumber()))
    if hasEnded.load(ordering: .sequentiallyConsistent) { made.end(nil) }
    return made
  }
}

/// A monitor of the progress of calls; it must be quick.
protocol CallMonitor: DialMonitor {
  /// The number of its call; nil if it is told of several.
  var callNumber: Int? { get }
  /// Notes that a call reached a milestone.
  func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline)
}

extension CallMonitor {
  var callNumber: Int? { nil }
}

/// A milestone of a call.
enum CallMilestone: Sendable {
  /// An event that monitors get unchanged.
  case event(HTTPSession.Event.Kind)
  /// The next attempt is this step of a trace.
  case tracing(HTTPSession.TraceContext)
  /// An attempt has a connection: one that has served others before, or one that was made then.
  case attempt(Int, isReused: Bool, DialTimes?)
  /// The attempt begins to send a head, whose bytes these are.
  case sending([UInt8])
  /// The response was read to its end, or the call failed.
  case ended(HTTPSessionError.Reason?)
}
