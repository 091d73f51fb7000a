/// The upload state of a request body.
enum Upload: Equatable {
  /// The client waits for `100 Continue` before it sends the request body.
  case held
  /// The client may send parts of the request body.
  case open
  /// The client has sent the complete request.
  case whole
  /// The client does not send the rest of the request body.
  case stopped

  /// An event that affects the upload of a request body.
  enum Event: Equatable {
    /// The server sent `100 Continue`.
    case continued
    /// The time limit for `100 Continue` has passed.
    case waitedEnough
    /// The head of the final response was received.
    case answered(wantsRest: Bool)
    /// The last byte of the request was sent.
    case ended
    /// The peer no longer accepts bytes on the connection.
    case broke
  }

  /// Changes the upload state. The table contains the next state for every state and every event.
  mutating func handle(_ event: Event) {
    self =
      switch (self, event) {
      case (.held, .continued), (.held, .waitedEnough): .open
      // A request body that waits for `100 Continue` is not sent after a final response. RFC 9110
      // section 10.1.1.
      case (.held, .answered), (.held, .broke): .stopped
      case (.held, .ended): .whole
      case (.open, .continued), (.open, .waitedEnough): .open
      case (.open, .answered(let wantsRest)): wantsRest ? .open : .stopped
      case (.open, .ended): .whole
      case (.open, .broke): .stopped
      case (.whole, _): .whole
      case (.stopped, _): .stopped
      }
  }
}
