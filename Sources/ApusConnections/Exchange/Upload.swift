/// Where the sending of a request's body stands.
enum Upload: Equatable {
  /// It is held back until the server says `100 Continue`, or has been silent for long enough.
  case held
  /// Parts of it may be sent.
  case open
  /// The request is whole.
  case whole
  /// The rest is not sent: the server wants none of it, or takes none.
  case stopped

  /// What decides about the rest of a body.
  enum Event: Equatable {
    /// `100 Continue` came.
    case continued
    /// The server has been silent for as long as it is waited for.
    case waitedEnough
    /// The final response's head came.
    case answered(wantsRest: Bool)
    /// The last byte was sent.
    case ended
    /// No more can be sent.
    case broke
  }

  /// The table: every state with every event.
  mutating func handle(_ event: Event) {
    self =
      switch (self, event) {
      case (.held, .continued), (.held, .waitedEnough): .open
      // What was held back is not wanted, whatever the answer is. RFC 9110 section 10.1.1.
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
