extension HTTP {
  /// Why a connection serves no further message.
  public enum CloseReason: String, Sendable, Hashable, CaseIterable {
    /// The request said `Connection: close`, or was one of HTTP/1.0 that did not ask to stay.
    case requestAskedToClose = "the request asked to close"
    /// The response said so, was one of HTTP/1.0, or could only be ended by closing.
    case responseAskedToClose = "the response asked to close"
    /// The response was whole before the request was, and the rest was not sent or not read.
    case answeredEarly = "the request was answered before it was whole"
    /// Bytes came that answer no request: nothing after them can be believed.
    case unsolicitedBytes = "bytes came that answer no request"
    /// The peer ended the connection.
    case peerEnded = "the peer ended the connection"
    /// The message was given up before its end.
    case abandoned = "the message was given up before its end"
    /// The bytes were no message, or the connection broke.
    case failed = "the exchange failed"
  }

  /// An event that a cycle does not know in its state: a mistake of the code that drives it.
  public struct CycleError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened.
    public let event: String
    /// The state in which it cannot happen.
    public let state: String

    public var description: String { "\(event) cannot happen while \(state)" }
  }
}
