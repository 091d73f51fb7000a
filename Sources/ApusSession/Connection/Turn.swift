internal import ApusHTTP
internal import ApusNet

/// What is known of the one request that is under way on a connection.
struct Turn {
  /// What is waited for, which decides how long.
  enum Stage {
    case firstByte
    case head
    case body
  }

  var stage = Stage.firstByte
  /// Until when the stage may take; nil where each piece has its own time.
  var stageDeadline: Deadline?
  /// Until when a body is held back for `100 Continue`.
  var continueDeadline: Deadline?
  var framing = HTTP.BodyFraming.none
  var trailers = HTTP.Fields()
  /// Why the rest of the request could not be sent, while an answer may still come.
  var sendFailure: NetError?
  /// What the request's own body threw.
  var bodyFailure: (any Error)?
  /// How much of the request's content was sent.
  var sentContentCount = 0
}
