/// The state of sending a request's body.
enum Upload: Equatable {
  /// It is held back until the server sends `100 Continue`, or has been silent for long enough.
  case held
  /// Parts of it may be sent.
  case open
  /// The request is complete.
  case whole
  /// The rest is not sent: the server does not need or accept it.
  case stopped

  /// An event that affects the rest of a body.
  enum Event: Equatable {
    /// `100 Continue` was received.
    case continued
    /// The time limit for `100 Continue` has passed.
    case waitedEnough
    /// The final response's head was received.
    case answered(wantsRest: Bool)
    /// The last byte was sent.
    case ended
    /// The connection accepts no more bytes.
    case broke
  }

  /// The table: every state with every event.
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
