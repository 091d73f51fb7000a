internal import ApusHTTP

/// The rule that sends a failed request again on another connection.
///
/// A server may close an idle connection while a request is on its way. The failure of a request
/// indicates a closed idle connection if the connection was used before and no byte of the response
/// was received. If an idle connection was closed, the session sends the request again on a new
/// connection if the request is safe to repeat.
///
/// RFC 9110 section 9.2.2 and RFC 9112 section 9.3.1.
struct StaleReplay {
  private(set) var isSpent = false

  /// Returns whether the session sends the failed request again.
  mutating func mayReplay(_ outcome: AttemptOutcome) -> Bool {
    guard !isSpent, outcome.wasReused, !outcome.hasHeard,
      outcome.failure.isPeerGone, outcome.prepared.request.isReplayable
    else { return false }
    isSpent = true
    return true
  }
}

/// One request of a call, with the facts that depend on its position in the call.
struct Hop {
  var prepared: PreparedRequest
  /// The span of the request in a trace, or `nil` if the request has no trace fields.
  var step: TraceStep?
  let call: CallContext
  /// A Boolean value that indicates whether the request requires a connection that was never used
  /// before.
  let isFresh: Bool
  let redirects: [HTTP.Redirect]
  /// A closure that is called with the number of sent content bytes.
  let sent: ((TransferProgress) -> Void)?
}

/// The trace context of one request, stored in a separate object because few requests have a trace.
final class TraceStep: Sendable {
  let context: HTTPSession.TraceContext

  init(_ context: HTTPSession.TraceContext) { self.context = context }
}

/// The error of one request of a call that received no response.
struct HopFailure: Error {
  /// The error of a call that ends with the failed request.
  let error: HTTPSessionError
  /// The facts about the failure that determine whether the call makes another attempt.
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
  /// A Boolean value that indicates whether any byte of the response was received.
  let hasHeard: Bool
  let failure: HTTPSessionError.Reason
}
