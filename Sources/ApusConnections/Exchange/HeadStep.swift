package import ApusHTTP

/// A step on the way to the head of the final response.
package enum HeadStep {
  /// A part of the request was sent: this number of bytes of its content so far.
  case sent(Int)
  /// An informational response came.
  case informational(HTTP.ResponseHead)
  case final(HTTP.ResponseHead)
}

/// The result of reading content without waiting.
package enum ContentReading {
  /// More must be received first.
  case nothing
  /// A part, and more may follow.
  case some
  /// The rest: the response is complete.
  case last
  /// Nothing, because the response is complete.
  case end
}

/// A step of an exchange that nothing else reports.
package enum ExchangeMilestone {
  /// The request is sent as a whole.
  case sent
  /// The first byte of the response came.
  case heard
}
