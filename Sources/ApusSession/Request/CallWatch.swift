internal import ApusConnections
internal import ApusNet

/// What is told of a call while it runs, and what may suspend it.
///
/// Most calls have none, which costs them nothing. One task uses it.
final class CallWatch {
  /// Told how much of the request's content was sent.
  let sent: ((TransferProgress) -> Void)?
  /// Told how much of the response has come.
  let received: ((TransferProgress) -> Void)?
  /// What the holder of a handle asks for, if there is one.
  let control: CallControl?
  /// When the call began that this is a later part of; nil if it begins now.
  var start: Deadline?
  /// The identity of the requests that are sent, where it is noted.
  let identity: SentIdentity?
  /// The numbers of requests and of retries that earlier parts of the call sent.
  var earlier = (attempts: 0, retries: 0)

  init(
    sent: ((TransferProgress) -> Void)? = nil, received: ((TransferProgress) -> Void)? = nil,
    control: CallControl? = nil, start: Deadline? = nil, identity: SentIdentity? = nil
  ) {
    self.sent = sent
    self.received = received
    self.control = control
    self.start = start
    self.identity = identity
  }
}
