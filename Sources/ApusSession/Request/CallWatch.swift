internal import ApusConnections
internal import ApusNet

/// The progress closures and the task handle of one running call.
///
/// Most calls have neither progress closures nor a task handle, so they need no instance. Only one
/// task uses the instance of a call.
final class CallWatch {
  /// A closure that is called with the progress of the request content.
  let sent: ((TransferProgress) -> Void)?
  /// A closure that is called with the progress of the response content.
  let received: ((TransferProgress) -> Void)?
  /// The control of the task handle, or `nil` if the call has no task handle.
  let control: CallControl?
  /// The start time of an earlier run of the same call, or `nil` if the call begins now.
  var start: Deadline?
  /// The identity of the sent requests, or `nil` if the call does not note the identity.
  let identity: SentIdentity?
  /// The redirect policy of the call, or `nil` if the session's redirect policy applies.
  let redirects: HTTPSession.RedirectPolicy?
  /// The numbers of requests and of retries in earlier runs of the same call.
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
