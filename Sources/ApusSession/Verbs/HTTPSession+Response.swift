public import ApusHTTP

extension HTTPSession {
  /// A decoded value with the head of its response.
  ///
  ///     let result = try await api.get("users", as: HTTPSession.Response<[User]>.self)
  ///     print(result.value.count, result.headers[.etag] ?? "", result.url)
  public struct Response<Value> {
    /// The value.
    public let value: Value
    /// The head of the response.
    public let head: HTTP.ResponseHead
    /// The URL that responded, after redirects.
    public let url: HTTP.URL

    /// The status of the response.
    public var status: HTTP.Status { head.status }

    /// The headers of the response.
    public var headers: HTTP.Fields { head.headers }

    /// The links of the response, such as `links[.next]`.
    public var links: HTTP.Links { head.links }

    /// Creates a result, as a test double returns it.
    ///
    /// - Parameters:
    ///   - value: The decoded value.
    ///   - head: The status and the headers.
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
  /// The status, the URL without the values of its query, and the type of the value.
  public var description: String {
    "\(head.status) \(HTTP.Target.url(url).redacted): \(Value.self)"
  }
}
