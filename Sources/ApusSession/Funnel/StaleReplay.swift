internal import ApusHTTP

/// Whether a request that failed is sent once more on another connection.
///
/// A server may close a connection at the moment at which a request is sent on it. No octet of a
/// response on a connection that had served before is the mark of that; the request is then sent
/// again, once, if that cannot do anything twice.
///
/// RFC 9110 section 9.2.2 and RFC 9112 section 9.3.1.
struct StaleReplay {
  private(set) var isSpent = false

  /// Whether the request is sent once more.
  mutating func mayReplay(_ outcome: AttemptOutcome) -> Bool {
    guard !isSpent, outcome.wasReused, !outcome.hasHeard,
      outcome.failure.isPeerGone, outcome.prepared.request.isReplayable
    else { return false }
    isSpent = true
    return true
  }
}

/// One request of a call: what is sent, and how it has come to that.
struct Hop {
  var prepared: PreparedRequest
  /// The step of the call's trace that the request belongs to, if its fields name one.
  var step: TraceStep?
  let call: CallContext
  /// Whether it needs a connection that has served no other.
  let isFresh: Bool
  let redirects: [HTTP.Redirect]
  /// Told how much of the content has been sent.
  let sent: ((TransferProgress) -> Void)?
}

/// A step of a trace, which is boxed because few requests have one.
final class TraceStep: Sendable {
  let context: HTTPSession.TraceContext

  init(_ context: HTTPSession.TraceContext) { self.context = context }
}

/// Why one request of a call has no answer.
struct HopFailure: Error {
  /// The error of a call that ends with it.
  let error: HTTPSessionError
  /// What of the failure decides about another attempt.
  let outcome: AttemptOutcome?

  init(_ error: HTTPSessionError, _ outcome: AttemptOutcome?) {
    self.error = error
    self.outcome = outcome
  }
}

/// What has come of one attempt at a call, which has failed.
struct AttemptOutcome {
  let prepared: PreparedRequest
  /// Whether the connection had served a request before.
  let wasReused: Bool
  /// Whether there was a connection, so that something of the request may have been sent.
  let wasSent: Bool
  /// Whether any octet of the response came.
  let hasHeard: Bool
  let failure: HTTPSessionError.Reason
}
