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
