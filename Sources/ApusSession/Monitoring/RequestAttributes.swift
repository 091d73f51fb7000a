package import ApusHTTP

/// The attributes of a request by the semantic conventions of OpenTelemetry. Adapters to logging,
/// metrics and tracing packages use the attributes.
package struct RequestAttributes: Sendable, Hashable {
  /// The value of `http.request.method`: a known method, or `_OTHER`.
  package let method: String
  /// The value of `http.request.method_original`, or `nil` if the method is a known method.
  package let originalMethod: String?
  /// The value of `url.full`, without user, fragment and query values.
  package let url: String
  /// The values of `server.address` and `server.port`, or `nil` if the target is not a valid URL.
  package let server: ServerAttributes?

  /// Creates the attributes of a request that is sent to a URL.
  package init(_ method: HTTP.Method, to url: HTTP.URL) {
    self.init(method, HTTP.Target.url(url), ServerAttributes(url.origin))
  }

  /// Creates the attributes of a call's request, whose target is a whole URL.
  package init(_ request: HTTP.Request) {
    let url = try? HTTP.URL(request.target.text)
    self.init(request.method, request.target, url.map { ServerAttributes($0.origin) })
  }

  private init(_ method: HTTP.Method, _ target: HTTP.Target, _ server: ServerAttributes?) {
    let isKnown = Self.knownMethods.contains(method.name)
    self.method = isKnown ? method.name : "_OTHER"
    originalMethod = isKnown ? nil : method.name
    url = target.redacted
    self.server = server
  }

  /// The request methods of RFC 9110 and of RFC 5789.
  private static let knownMethods: Set<String> = [
    "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
  ]

  /// Returns the `error.type` attribute of a response or a failure, or `nil` for a success.
  ///
  /// The `error.type` attribute is the status code of a response from 400 on, or the name of the
  /// error code.
  package static func errorType(
    status: HTTP.Status?, error: HTTPSessionError? = nil
  ) -> String? {
    if let status, status.code >= 400 { return "\(status.code)" }
    guard let error else { return nil }
    return error.status.map { "\($0)" } ?? error.code.name
  }
}

/// The address and the port of a server, as attributes of OpenTelemetry.
package struct ServerAttributes: Sendable, Hashable {
  /// The value of `server.address`, which is the host of the server.
  package let address: String
  /// The value of `server.port`, which is the port of the server.
  package let port: Int

  /// Creates the server attributes of an origin.
  package init(_ origin: HTTP.Origin) {
    address = "\(origin.host)"
    port = Int(origin.port)
  }
}
