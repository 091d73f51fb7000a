internal import ApusConnections
internal import ApusHTTP

extension HTTPSession {
  /// Returns the values that identify the session's user in a request.
  ///
  /// The values include the session's own header fields and the cookies for the URL. The values
  /// also include the number of the session if passwords, a client identity, a proxy or non-default
  /// trust settings affect its requests. The returned values are secrets. The function returns
  /// `nil` if an interceptor or a challenge closure may add credentials while the request is sent.
  package func addedIdentity(of request: HTTP.Request) -> [[UInt8]]? {
    let settings = configuration
    guard settings.interceptors.isEmpty, settings.callInterceptors.isEmpty,
      settings.authentication.onChallenge == nil
    else { return nil }
    var values: [[UInt8]] = []
    for field in settings.headers
    where !field.name.goesToEveryOrigin && !request.headers.contains(field.name) {
      values += [field.name.text.utf8.map { $0 | 0x20 }, field.value.bytes]
    }
    if let cookies = settings.cookies, request.options.handlesCookies != false,
      let place = try? defaults.place(of: request, at: nil),
      let field = cookies.field(for: place.url)
    {
      values += [Array("cookies".utf8), field.bytes]
    }
    let credentials = settings.authentication.credentials
    if credentials.mayHaveSome || !settings.proxies.isNone || !settings.tls.isUsual {
      values += [Array("session \(number) with \(credentials.changeCount)".utf8)]
    }
    return values
  }
}

extension HTTPSession {
  /// Returns the URL of a request before HSTS changes it, or `nil` if the target is invalid.
  package func url(of request: HTTP.Request) -> HTTP.URL? {
    guard (try? request.target.check()) != nil else { return nil }
    return (try? defaults.resolve(request.target.text))?.0
  }
}

extension HTTPSession.TLSSettings {
  /// A Boolean value that indicates whether the TLS settings are the default settings and contain
  /// no client identity.
  fileprivate var isUsual: Bool {
    let isUsualPolicy =
      policy.pinning == .none && policy.danger.isEmpty && policy.rules.rules.isEmpty
      && policy.evaluator == nil
    return isUsualPolicy && roots.isSystem && identity == nil && identities.isEmpty
      && challenge == nil && policies.isEmpty && pins.isEmpty && serverNames.isEmpty
  }
}
