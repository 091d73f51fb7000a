/// The state of sending a request's body.
enum Upload: Equatable {
  /// The body is held back until the server sends `100 Continue` or has been silent for long
  /// enough.
  case held
  /// Parts of the body may be sent.
  case open
  /// The request is complete.
  case whole
  /// The rest of the body is not sent, because the server does not need or accept the rest.
  case stopped

  /// An event that affects the rest of a request's body.
  enum Event: Equatable {
    /// The server sent `100 Continue`.
    case continued
    /// The time limit for `100 Continue` has passed.
    case waitedEnough
    /// The head of the final response was received.
    case answered(wantsRest: Bool)
    /// The last byte of the request was sent.
    case ended
    /// The connection accepts no more bytes.
    case broke
  }

  /// Changes the state of the body. The table contains every state with every event.
  mutating func handle(_ event: Event) {
    self =
      switch (self, event) {
      case (.held, .continued), (.held, .waitedEnough): .open
      // A held body is not sent after any final response. RFC 9110 section 10.1.1.
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
