internal import ApusHTTP

/// What has come of one attempt at a call.
struct AttemptOutcome {
  let prepared: PreparedRequest
  /// Whether the connection had served a request before.
  let wasReused: Bool
  /// Whether any octet of the response came.
  let hasHeard: Bool
  /// Why there is no answer; nil where there is one.
  let failure: HTTPSessionError.Reason?
}

/// What is done with what has come of an attempt.
enum NextStep {
  /// The answer is the caller's.
  case deliver
  /// The call goes round again with a request, on a connection that is new where it says so.
  case again(HTTP.Request, isFresh: Bool)
  /// The call has failed.
  case fail(HTTPSessionError.Reason)
}

/// Decides after each attempt how a call goes on: pure values that are asked in a fixed order, each
/// of which knows one rule.
struct Deciders {
  private var staleReplay = StaleReplay()

  /// What is done with what has come of an attempt.
  mutating func decide(_ outcome: AttemptOutcome) -> NextStep {
    guard let failure = outcome.failure else { return .deliver }
    if staleReplay.mayReplay(outcome) { return .again(outcome.prepared.request, isFresh: true) }
    return .fail(failure)
  }
}
