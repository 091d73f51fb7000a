package import ApusHTTP

/// The attributes of a request by the semantic conventions of OpenTelemetry, for the adapters to
/// packages of logs, metrics and traces.
package struct RequestAttributes: Sendable, Hashable {
  /// `http.request.method`: one of the known methods, or `_OTHER`.
  package let method: String
  /// `http.request.method_original`: the method if it is not a known one; else nil.
  package let originalMethod: String?
  /// `url.full`, without user, fragment, and values of the query.
  package let url: String
  /// `server.address` and `server.port`; nil if the target is not a valid URL.
  package let server: ServerAttributes?

  /// Describes a request that is sent to a URL.
  package init(_ method: HTTP.Method, to url: HTTP.URL) {
    self.init(method, HTTP.Target.url(url), ServerAttributes(url.origin))
  }

  /// Describes the request of a call, which has a whole URL as its target.
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

  /// The methods of RFC 9110 and of RFC 5789.
  private static let knownMethods: Set<String> = [
    "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
  ]

  /// Returns `error.type` of a response or a failure: the status from 400 on, or the name of the
  /// error's code; nil for a success.
  package static func errorType(
    status: HTTP.Status?, error: HTTPSessionError? = nil
  ) -> String? {
    if let status, status.code >= 400 { return "\(status.code)" }
    guard let error else { return nil }
    return error.status.map { "\($0)" } ?? error.code.name
  }
}

/// The server of a request, or of a connection.
package struct ServerAttributes: Sendable, Hashable {
  /// `server.address`.
  package let address: String
  /// `server.port`.
  package let port: Int

  /// Describes the server of an origin.
  package init(_ origin: HTTP.Origin) {
    address = "\(origin.host)"
    port = Int(origin.port)
  }
}
