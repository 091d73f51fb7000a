internal import ApusConnections
internal import ApusHTTP
internal import ApusNet
internal import Synchronization

/// What is true of one call over all of its attempts: its deadlines, how often it has been tried,
/// and what is told of it.
///
/// It is made when the call begins, and outlives each attempt.
final class CallContext: LeaseHolder {
  /// Until when the call, and each phase of it, may take.
  let deadlines: Deadlines
  /// What is told of the call, if anything is.
  private let monitor: (any CallMonitor)?
  /// Whether anything is told; to look at the monitor itself would copy it.
  let isMonitored: Bool
  /// The trace that the call belongs to, if its requests say so.
  let trace: HTTPSession.TraceContext?
  private let attempts = Atomic<Int>(0)
  private let repetitions = Atomic<Int>(0)
  private let spentBody = Atomic<Bool>(false)
  private let signed = Atomic<Bool>(false)
  private let urgency: Atomic<Int>
  /// What counts the call as long as it lasts; nil where something else does.
  private let count: CallCount?
  /// The proxies that a function of the program's has chosen for this call; nil without one.
  let proxyChoices: ProxyChoices?
  /// The identity of the requests that are sent, where it is noted.
  let identity: SentIdentity?
  /// The policy for redirects in place of the session's, if the call has one.
  let redirects: HTTPSession.RedirectPolicy?
  private let interceptions = Lock<CallInterception?>(nil)
  /// A Boolean value that indicates whether interceptors wait for the end of the call.
  private let isAwaited = Atomic<Bool>(false)
  private let hasEnded = Atomic<Bool>(false)

  init(
    _ deadlines: Deadlines, _ priority: HTTP.RequestOptions.Priority?,
    _ monitor: (any CallMonitor)?, _ trace: HTTPSession.TraceContext? = nil,
    countedBy count: CallCount? = nil, choosing proxyChoices: ProxyChoices? = nil,
    identity: SentIdentity? = nil, redirects: HTTPSession.RedirectPolicy? = nil
  ) {
    self.redirects = redirects
    self.proxyChoices = proxyChoices
    self.identity = identity
    self.trace = trace
    self.count = count
    self.deadlines = deadlines
    urgency = Atomic((deadlines.control?.priority ?? priority ?? .normal).rawValue)
    self.monitor = monitor
    isMonitored = monitor != nil
  }

  // The content of an answer holds its call, so that it lasts until that has been read or dropped.
  deinit { count?.leave() }

  /// Reports the end of the call, which has failed if there is an error.
  @inline(__always)
  func end(_ error: @autoclosure () -> HTTPSessionError?, _ reason: HTTPSessionError.Reason?) {
    note(.ended(reason))
    hasEnded.store(true, ordering: .sequentiallyConsistent)
    guard isAwaited.load(ordering: .sequentiallyConsistent) else { return }
    interceptions.withLock(\.self)?.end(error())
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

  /// How many attempts have been begun.
  var attempt: Int { attempts.load(ordering: .relaxed) }

  /// Notes that an attempt begins, unless the time is over or there were as many as there may be.
  func beginAttempt() throws(HTTPSessionError.Reason) {
    let number = attempts.add(1, ordering: .relaxed).newValue
    guard number <= Self.attemptLimit else { throw .tooManyRequests(limit: Self.attemptLimit) }
    if deadlines.areOver { throw .timedOut(.request) }
  }

  /// How many requests a call sends at most, over redirects, challenges and retries together.
  static let attemptLimit = 20

  /// Whether a body that can be sent once has been.
  var hasSpentBody: Bool { spentBody.load(ordering: .relaxed) }

  /// Notes that something of a body has been read that cannot be had again.
  func noteSpentBody() { spentBody.store(true, ordering: .relaxed) }

  /// A Boolean value that indicates whether an interceptor of calls has signed the request, so that
  /// the cache does not know its user.
  var isSigned: Bool { signed.load(ordering: .relaxed) }

  /// Notes that an interceptor of calls has signed the request.
  func noteSigned() { signed.store(true, ordering: .relaxed) }

  /// How urgent the call is, by itself or because a more urgent one waits for it.
  var priority: HTTP.RequestOptions.Priority {
    get { HTTP.RequestOptions.Priority(rawValue: urgency.load(ordering: .relaxed)) ?? .normal }
    set { urgency.store(newValue.rawValue, ordering: .relaxed) }
  }

  func noteQueued() { note(.queued) }

  /// Tells the monitor, if there is one, where the call has come to.
  @inline(__always)
  func note(_ milestone: @autoclosure () -> CallMilestone) {
    guard isMonitored, let monitor else { return }
    monitor.note(milestone(), of: self, at: deadlines.time.now)
  }

  /// Tells the monitor, if there is one, what has happened.
  @inline(__always)
  func note(_ kind: @autoclosure () -> HTTPSession.Event.Kind) {
    guard isMonitored, let monitor else { return }
    monitor.note(.event(kind()), of: self, at: deadlines.time.now)
  }
}

extension CallContext: InterceptedCall {
  var deadline: Deadline { deadlines.request }

  func interception(_ makeNumber: () -> Int) -> CallInterception {
    interceptions.withLock { known in
      if let known { return known }
      let made = CallInterception(monitor?.callNumber ?? makeNumber())
      known = made
      isAwaited.store(true, ordering: .sequentiallyConsistent)
      if hasEnded.load(ordering: .sequentiallyConsistent) { made.end(nil) }
      return made
    }
  }
}

/// What is told how calls go on; it must be quick.
protocol CallMonitor: DialMonitor {
  /// The number of its call; nil if it is told of several.
  var callNumber: Int? { get }
  /// A call has come to a milestone.
  func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline)
}

extension CallMonitor {
  var callNumber: Int? { nil }
}

/// Where a call has come to.
enum CallMilestone: Sendable {
  /// It has come to what monitors are told as it is.
  case event(HTTPSession.Event.Kind)
  /// The next attempt is this step of a trace.
  case tracing(HTTPSession.TraceContext)
  /// An attempt has a connection: one that has served others before, or one that was made then.
  case attempt(Int, isReused: Bool, DialTimes?)
  /// The attempt begins to send a head, whose bytes these are.
  case sending([UInt8])
  /// The answer was read to its end, or the call has failed.
  case ended(HTTPSessionError.Reason?)
}
