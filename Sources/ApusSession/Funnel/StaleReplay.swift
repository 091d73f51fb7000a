internal import ApusHTTP

/// The rule that sends a failed request again on another connection.
///
/// A server may close a connection at the moment at which a request is sent on it. The sign of this
/// is a reused connection without a single byte of a response; the request is then sent again,
/// once, if a repetition has no second effect.
///
/// RFC 9110 section 9.2.2 and RFC 9112 section 9.3.1.
struct StaleReplay {
  private(set) var isSpent = false

  /// Returns whether the request is sent again.
  mutating func mayReplay(_ outcome: AttemptOutcome) -> Bool {
    guard !isSpent, outcome.wasReused, !outcome.hasHeard,
      outcome.failure.isPeerGone, outcome.prepared.request.isReplayable
    else { return false }
    isSpent = true
    return true
  }
}

/// One request of a call, with the facts of its origin.
struct Hop {
  var prepared: PreparedRequest
  /// The step of the call's trace that the request belongs to, if its fields name one.
  var step: TraceStep?
  let call: CallContext
  /// A Boolean value that indicates whether it needs a connection that has served no other.
  let isFresh: Bool
  let redirects: [HTTP.Redirect]
  /// A closure that is called with the number of sent bytes.
  let sent: ((TransferProgress) -> Void)?
}

/// A step of a trace, which is boxed because few requests have one.
final class TraceStep: Sendable {
  let context: HTTPSession.TraceContext

  init(_ context: HTTPSession.TraceContext) { self.context = context }
}

/// The reason that one request of a call has no response.
struct HopFailure: Error {
  /// The error of a call that ends with it.
  let error: HTTPSessionError
  /// The facts of the failure that decide about another attempt.
  let outcome: AttemptOutcome?

  init(_ error: HTTPSessionError, _ outcome: AttemptOutcome?) {
    self.error = error
    self.outcome = outcome
  }
}

/// The outcome of one failed attempt of a call.
struct AttemptOutcome {
  let prepared: PreparedRequest
  /// A Boolean value that indicates whether the connection had served a request before.
  let wasReused: Bool
  /// A Boolean value that indicates whether a part of the request may have been sent.
  let wasSent: Bool
  /// A Boolean value that indicates whether any octet of the response came.
  let hasHeard: Bool
  let failure: HTTPSessionError.Reason
}
