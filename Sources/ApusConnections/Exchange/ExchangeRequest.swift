package import ApusHTTP

/// A request as an exchange sends it.
package struct ExchangeRequest {
  let method: HTTP.Method
  let url: HTTP.URL
  let fields: SentFields
  let body: OpenedBody
  let trailers: HTTP.Fields

  package init(
    _ method: HTTP.Method, _ url: HTTP.URL, fields: SentFields, body: OpenedBody,
    trailers: HTTP.Fields
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.trailers = trailers
  }
}

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
