package import ApusHTTP

/// A request for an exchange with a server.
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

/// A step of the exchange that precedes the head of the final response.
package enum HeadStep {
  /// A part of the request was sent. The value is the number of content bytes sent so far.
  case sent(Int)
  /// The server sent an informational response.
  case informational(HTTP.ResponseHead)
}

/// A step of an exchange that the exchange does not report in another form.
package enum ExchangeMilestone {
  /// The whole request was sent.
  case sent
  /// The first byte of the response was received.
  case heard
}
