package import ApusHTTP

/// An HTTP request with the fields and the body for one server.
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

/// A progress event of a request before the head of the final response.
package enum HeadStep {
  /// A part of the request was sent. The value is the number of content bytes sent so far.
  case sent(Int)
  /// The server sent an informational response.
  case informational(HTTP.ResponseHead)
}

/// A progress event of a request that only the progress callback reports.
package enum ExchangeMilestone {
  /// The client sent the last byte of the request.
  case sent
  /// The client received the first byte of the response.
  case heard
}
