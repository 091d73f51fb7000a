internal import ApusConnections
internal import ApusHTTP
internal import ApusNet
internal import Synchronization

/// The facts about one call over all of its attempts: its deadlines, counters and monitor.
///
/// The context of a call is created when the call begins, and outlives each attempt.
final class CallContext: LeaseHolder {
  /// The deadlines of the call and of its phases.
  let deadlines: Deadlines
  /// The monitor of the call, or `nil` without a monitor.
  private let monitor: (any CallMonitor)?
  /// A Boolean value that indicates whether the call has a monitor.
  ///
  /// Reading the property `monitor` would copy the monitor.
  let isMonitored: Bool
  /// The trace of the call, or `nil` if its requests have no trace.
  let trace: HTTPSession.TraceContext?
  private let attempts = Atomic<Int>(0)
  private let repetitions = Atomic<Int>(0)
  private let spentBody = Atomic<Bool>(false)
  private let signed = Atomic<Bool>(false)
  private let urgency: Atomic<Int>
  /// The counter of running calls, or `nil` if another object counts this call.
  private let count: CallCount?
  /// The proxies that a closure of the program has chosen for this call, or `nil` without a proxy
  /// closure.
  let proxyChoices: ProxyChoices?
  /// The identity (credentials and fields) of the sent requests, or `nil` if the call does not
  /// record the identity.
  let identity: SentIdentity?
  /// The redirect policy of the call, or `nil` if the session's redirect policy applies.
  let redirects: HTTPSession.RedirectPolicy?
  /// The number of the call and its end closures, which are created when an interceptor needs them.
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

  // The content of a response keeps the context of its call alive until the content is read or
  // dropped.
  deinit { leave() }

  /// Decrements the number of running calls once for this call. Further calls of the function have
  /// no effect.
  func leave() {
    guard let count, !hasLeft.exchange(true, ordering: .relaxed) else { return }
    count.leave()
  }

  /// Reports the end of the call to its monitor and its interceptors.
  ///
  /// The call has failed if the error is not `nil`.
  @inline(__always)
  func end(_ error: @autoclosure () -> HTTPSessionError?, _ reason: HTTPSessionError.Reason?) {
    note(.ended(reason))
    // The flag is set before the interceptors' closures are read, so a closure that is registered
    // later sees the flag.
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

  /// Returns an error of the call, with the number of sent requests and the expired time limit.
  @inline(never)
  func complete(_ error: HTTPSessionError) -> HTTPSessionError {
    error.of(attempts: min(attempt, Self.attemptLimit), deadlines)
  }

  /// The number of retries of the call that the retry policy has decided on.
  var retries: Int { repetitions.load(ordering: .relaxed) }

  /// Counts a retry that the retry policy has decided on.
  func noteRetry() { repetitions.add(1, ordering: .relaxed) }

  /// Sets the numbers of attempts and retries to the totals of earlier runs of the same call.
  func continueCount(_ attempts: Int, retries: Int) {
    self.attempts.store(attempts, ordering: .relaxed)
    repetitions.store(retries, ordering: .relaxed)
  }

  /// The number of attempts of the call.
  var attempt: Int { attempts.load(ordering: .relaxed) }

  /// Begins an attempt; throws if the call's time is over or the call has made the maximum number
  /// of attempts.
  func beginAttempt() throws(HTTPSessionError.Reason) {
    let number = attempts.add(1, ordering: .relaxed).newValue
    guard number <= Self.attemptLimit else { throw .tooManyRequests(limit: Self.attemptLimit) }
    if deadlines.areOver { throw .timedOut(.total) }
  }

  /// The maximum number of requests of a call, including redirects, challenges and retries.
  static let attemptLimit = 20

  /// A Boolean value that indicates whether a part of a single-use request body was read.
  var hasSpentBody: Bool { spentBody.load(ordering: .relaxed) }

  /// Records that a part of a request body that can be read only once was read.
  func noteSpentBody() { spentBody.store(true, ordering: .relaxed) }

  /// A Boolean value that indicates whether a call interceptor has signed the request.
  ///
  /// The cache does not know the identity behind the signature of a call interceptor.
  var isSigned: Bool { signed.load(ordering: .relaxed) }

  /// Records that a call interceptor has signed the request.
  func noteSigned() { signed.store(true, ordering: .relaxed) }

  /// The priority of the call, which the priority of a call that waits for the same response may
  /// raise.
  var priority: HTTP.RequestOptions.Priority {
    get { HTTP.RequestOptions.Priority(rawValue: urgency.load(ordering: .relaxed)) ?? .normal }
    set { urgency.store(newValue.rawValue, ordering: .relaxed) }
  }

  func noteQueued() { note(.queued) }

  /// Notifies the monitor of a milestone (a step in the progress of a call), if the call has a
  /// monitor.
  @inline(__always)
  func note(_ milestone: @autoclosure () -> CallMilestone) {
    guard isMonitored, let monitor else { return }
    monitor.note(milestone(), of: self, at: deadlines.time.now)
  }

  /// Notifies the monitor of an event, if the call has a monitor.
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

/// A monitor of the progress of calls, whose functions must return quickly.
protocol CallMonitor: DialMonitor {
  /// The number of the monitored call, or `nil` if the monitor is notified of several calls.
  var callNumber: Int? { get }
  /// Receives the notification that a call reached a milestone.
  func note(_ milestone: CallMilestone, of call: CallContext, at moment: Deadline)
}

extension CallMonitor {
  var callNumber: Int? { nil }
}

/// A step in the progress of a call that monitors are notified of.
enum CallMilestone: Sendable {
  /// An event that the monitors of the session receive unchanged.
  case event(HTTPSession.Event.Kind)
  /// The next attempt of the call has the given trace context.
  case tracing(HTTPSession.TraceContext)
  /// An attempt has a new connection, or a connection that was used before.
  case attempt(Int, isReused: Bool, DialTimes?)
  /// The attempt begins to send the request head, which consists of the given bytes.
  case sending([UInt8])
  /// The response was read to its end, or the call failed.
  case ended(HTTPSessionError.Reason?)
}
