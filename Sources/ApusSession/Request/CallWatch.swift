internal import ApusConnections
internal import ApusNet

/// The closures and the handle of one call while it runs.
///
/// Most calls have none, which costs them nothing. One task uses it.
final class CallWatch {
  /// A closure that is called with the progress of the request's content.
  let sent: ((TransferProgress) -> Void)?
  /// A closure that is called with the progress of the response.
  let received: ((TransferProgress) -> Void)?
  /// The requests of the holder of a handle, if there is one.
  let control: CallControl?
  /// The start of the call that this is a later part of; nil if it begins now.
  var start: Deadline?
  /// The identity of the sent requests, if it is noted.
  let identity: SentIdentity?
  /// The policy for redirects in place of the session's, if the call has one.
  let redirects: HTTPSession.RedirectPolicy?
  /// The numbers of requests and of retries that earlier parts of the call sent.
  var earlier = (attempts: 0, retries: 0)
  /// A Boolean value that indicates whether the call may send its request again after content that
  /// broke off.
  var mayContinue = false
  /// The running call with its timeline, if it may send its request again.
  var running: (call: CallContext, timeline: (any AnyObject & Sendable)?)?
  /// A Boolean value that indicates whether the next request is part of the running call.
  var continues = false

  init(
    sent: ((TransferProgress) -> Void)? = nil, received: ((TransferProgress) -> Void)? = nil,
    control: CallControl? = nil, start: Deadline? = nil, identity: SentIdentity? = nil,
    redirects: HTTPSession.RedirectPolicy? = nil
  ) {
    self.redirects = redirects
    self.sent = sent
    self.received = received
    self.control = control
    self.start = start
    self.identity = identity
  }
}
