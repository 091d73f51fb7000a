internal import ApusConnections
internal import ApusNet

/// What is told of a call while it runs, and what may suspend it.
struct CallWatch {
  /// Told how much of the request's content was sent.
  var sent: (TransferProgress) -> Void = { _ in }
  /// Told how much of the response has come.
  var received: ((TransferProgress) -> Void)?
  /// What the holder of a handle asks for, if there is one.
  var control: CallControl?
  /// When the call began that this is a later part of; nil if it begins now.
  var start: Deadline?
  /// The identity of the requests that are sent, where it is noted.
  var identity: SentIdentity?
  /// The policy for redirects in place of the session's, if the call has one.
  var redirects: HTTPSession.RedirectPolicy?
  /// The numbers of requests and of retries that earlier parts of the call sent.
  var earlier = (attempts: 0, retries: 0)
}
