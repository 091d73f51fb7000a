internal import ApusConnections
internal import ApusNet

/// The closures and the handle of one call while it runs.
struct CallWatch {
  /// A closure that is called with the progress of the request's content.
  var sent: (TransferProgress) -> Void = { _ in }
  /// A closure that is called with the progress of the response.
  var received: ((TransferProgress) -> Void)?
  /// The requests of the holder of a handle, if there is one.
  var control: CallControl?
  /// The start of the call that this is a later part of; nil if it begins now.
  var start: Deadline?
  /// The identity of the sent requests, if it is noted.
  var identity: SentIdentity?
  /// The policy for redirects in place of the session's, if the call has one.
  var redirects: HTTPSession.RedirectPolicy?
  /// The numbers of requests and of retries that earlier parts of the call sent.
  var earlier = (attempts: 0, retries: 0)
}
