package import ApusHTTP

/// A step on the way to the head of the final response.
package enum HeadStep {
  /// A part of the request was sent: this number of bytes of its content so far.
  case sent(Int)
  /// An informational response came.
  case informational(HTTP.ResponseHead)
}

/// A step of an exchange that nothing else reports.
package enum ExchangeMilestone {
  /// The request is sent as a whole.
  case sent
  /// The first byte of the response came.
  case heard
}
