public import ApusHTTP

extension HTTPSession {
  /// A decoded value, with the head of its response.
  ///
  ///     let result = try await api.get("users", as: HTTPSession.Response<[User]>.self)
  ///     print(result.value.count, result.headers[.etag] ?? "", result.url)
  public struct Response<Value> {
    /// The value that was decoded from the response content.
    public let value: Value
    /// The head of the response.
    public let head: HTTP.ResponseHead
    /// The URL that responded, after redirects.
    public let url: HTTP.URL

    /// The status of the response.
    public var status: HTTP.Status { head.status }

    /// The header fields of the response.
    public var headers: HTTP.Fields { head.headers }

    /// The links of the response, such as `links[.next]`.
    public var links: HTTP.Links { head.links }

    /// Creates a response with a decoded value, for example in a test double.
    ///
    /// - Parameters:
    ///   - value: The decoded value.
    ///   - head: The status and the header fields of the response.
    ///   - url: The URL of the response, after redirects.
    public init(_ value: Value, head: HTTP.ResponseHead, url: HTTP.URL) {
      self.value = value
      self.head = head
      self.url = url
    }
  }
}

extension HTTPSession.Response: Sendable where Value: Sendable {}

extension HTTPSession.Response: Equatable where Value: Equatable {}

extension HTTPSession.Response: CustomStringConvertible {
  /// A description with the status, the URL without its query values, and the type of the value.
  public var description: String {
    "\(head.status) \(HTTP.Target.url(url).redacted): \(Value.self)"
  }
}
