internal import ApusConnections
internal import ApusHTTP

extension HTTPSession {
  /// Returns the values that distinguish the session's identity in a request.
  ///
  /// These are its own fields, the cookies for the URL, and a number of the session if passwords,
  /// a client identity, a proxy or other trust than the default make its requests special. Values
  /// are secrets. They are nil if the credentials are known only while a request is sent: an
  /// interceptor or a handler of challenges may add any.
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
  /// Returns the URL of a request, before HSTS changes it; nil if its target is invalid.
  package func url(of request: HTTP.Request) -> HTTP.URL? {
    guard (try? request.target.check()) != nil else { return nil }
    return (try? defaults.resolve(request.target.text))?.0
  }
}

extension HTTPSession.TLSSettings {
  /// A Boolean value that indicates whether trust is the default and there is no client identity.
  fileprivate var isUsual: Bool {
    let isUsualPolicy =
      policy.pinning == .none && policy.danger.isEmpty && policy.rules.rules.isEmpty
      && policy.evaluator == nil
    return isUsualPolicy && roots.isSystem && identity == nil && identities.isEmpty
      && challenge == nil && policies.isEmpty && pins.isEmpty && serverNames.isEmpty
  }
}
