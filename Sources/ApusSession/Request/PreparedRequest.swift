internal import ApusAuthentication
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// A request with its resolved URL and with all facts that the session needs to send it.
///
/// The initializer adds the session's header fields, because the origin is known. The prepared
/// request is an object, because many functions pass it on.
final class PreparedRequest: OutgoingRequest {
  /// The request of the caller, or the changed request of a later attempt.
  let request: HTTP.Request
  /// The URL of the request target.
  let url: HTTP.URL
  let key: PoolKey
  let route: HTTP.Route
  /// The route of the request through a proxy, or `nil` without a proxy.
  let way: ProxyWay?
  private let requestFields: RequestFields
  /// A Boolean value that indicates whether the server is one of the session's own servers.
  let isOwn: Bool
  /// A Boolean value that indicates whether the session decodes content codings that it requested.
  let decodes: Bool
  /// The user's identity that the header fields do not show to the cache, or `nil` if there is
  /// none.
  let hiddenIdentity: HiddenIdentity?

  /// Resolves a request against a session's base URL, and adds the session's header fields.
  ///
  /// After a redirect, the URL of the next request is already known. The deadline of the call
  /// limits every wait of the function.
  convenience init(
    _ request: consuming HTTP.Request, at known: HTTP.URL? = nil, _ defaults: RequestDefaults,
    in call: CallContext?
  ) async throws(HTTPSessionError) {
    let place = try Self.place(of: request, at: known, defaults)
    let (key, way): (PoolKey, ProxyWay?)
    do throws(ConnectionError) {
      (key, way) = try await defaults.key(of: request, to: place, in: call)
    } catch {
      throw HTTPSessionError(HTTPSessionError.Reason(error), request: copy request)
    }
    self.init(request, place, key, way, defaults)
  }

  /// Prepares a request like the initializer, or returns `nil` if the preparation requires a wait.
  static func immediately(
    _ request: HTTP.Request, _ defaults: RequestDefaults, in call: CallContext
  ) throws(HTTPSessionError) -> PreparedRequest? {
    let place = try place(of: request, at: nil, defaults)
    let proxies = defaults.chosenProxies(of: request, to: place, call.proxyChoices)
    guard proxies.isEmpty, request.options.ownConnection == nil else { return nil }
    do throws(ConnectionError) {
      guard let key = try defaults.knownKey(to: place) else { return nil }
      return PreparedRequest(request, place, key, nil, defaults)
    } catch {
      throw HTTPSessionError(HTTPSessionError.Reason(error), request: request)
    }
  }

  /// Returns a request before the session adds its header fields, as call interceptors receive it.
  ///
  /// The returned request already has its proxy and pool key if only files could change them. If
  /// other facts could change the proxy or the pool key, they are determined after the call
  /// interceptors.
  static func intercepted(
    _ request: HTTP.Request, _ defaults: RequestDefaults
  ) throws(HTTPSessionError) -> (PreparedRequest, isRouted: Bool) {
    let place = try place(of: request, at: nil, defaults)
    guard request.options.ownConnection == nil, let key = defaults.settledKey(to: place) else {
      return (PreparedRequest(unrouted: request, place, defaults), false)
    }
    return (PreparedRequest(request, place, key, nil, defaults), true)
  }

  /// Creates a request before a proxy is chosen for it.
  private init(
    unrouted request: HTTP.Request, _ place: RequestDefaults.Place, _ defaults: RequestDefaults
  ) {
    (requestFields, decodes) = defaults.fields(of: request, to: place)
    (route, way, key) = (.direct, nil, PoolKey(inClearTo: place.url.origin))
    (isOwn, url) = (place.isOwn, place.url)
    self.request = request
    hiddenIdentity = nil
  }

  private static func place(
    of request: HTTP.Request, at known: HTTP.URL?, _ defaults: RequestDefaults
  ) throws(HTTPSessionError) -> RequestDefaults.Place {
    do throws(HTTP.InvalidURL) {
      return try defaults.place(of: request, at: known)
    } catch {
      let hint: HTTPSessionError.Hint? =
        error == .missingScheme && defaults.base == nil ? .noBase : nil
      throw HTTPSessionError(.url(error), request: request).hinted(hint)
    }
  }

  private init(
    _ request: consuming HTTP.Request, _ place: consuming RequestDefaults.Place, _ key: PoolKey,
    _ way: ProxyWay?, _ defaults: RequestDefaults
  ) {
    (requestFields, decodes) = defaults.fields(of: request, to: place)
    route = Self.route(request, way)
    (isOwn, url) = (place.isOwn, place.url)
    (self.key, self.way) = (key, way)
    self.request = request
    hiddenIdentity = nil
  }

  private static func route(_ request: HTTP.Request, _ way: ProxyWay?) -> HTTP.Route {
    if way?.isForwarded == true { return .proxy }
    return request.method == .connect ? .connect : .direct
  }

  /// Creates a copy of a request that uses another proxy, because the first proxy cannot be
  /// reached.
  init(_ other: PreparedRequest, through way: ProxyWay) {
    (request, url) = (other.request, other.url)
    (isOwn, decodes, requestFields) = (other.isOwn, other.decodes, other.requestFields)
    (key, self.way) = (way.key, way)
    route = Self.route(other.request, way)
    hiddenIdentity = other.hiddenIdentity
  }

  /// Creates a copy of a request with additional header fields, including a credential field.
  init(
    _ other: PreparedRequest, adding more: [HTTP.Field], answering answer: Authentication.Answer?
  ) {
    (request, url, key, route) = (other.request, other.url, other.key, other.route)
    (isOwn, decodes, way) = (other.isOwn, other.decodes, other.way)
    hiddenIdentity = answer.map { HiddenIdentity(answer: $0) } ?? other.hiddenIdentity
    var fields = other.fields
    for field in more { fields.append(field.name, field.value) }
    requestFields = .unwritten(fields)
  }

  /// Creates a copy of a request with other header fields.
  init(_ other: PreparedRequest, sending fields: HTTP.Fields) {
    (request, url, key, route) = (other.request, other.url, other.key, other.route)
    (isOwn, decodes, way) = (other.isOwn, other.decodes, other.way)
    hiddenIdentity = other.hiddenIdentity
    requestFields = .unwritten(fields)
  }

  /// Creates a copy of a request that the given signers sign after the cache lookup.
  init(_ other: PreparedRequest, signedBy signers: [RequestSigner]) {
    (request, url, key, route) = (other.request, other.url, other.key, other.route)
    (isOwn, decodes, way) = (other.isOwn, other.decodes, other.way)
    requestFields = other.requestFields
    hiddenIdentity = HiddenIdentity(answer: other.hiddenIdentity?.answer, signers: signers)
  }

  /// Creates the request that the last request interceptor returned, with the header fields that
  /// are sent.
  init(_ other: PreparedRequest, changed request: HTTP.Request) throws(HTTPSessionError) {
    var url = other.url
    if request.target != .url(url) {
      do throws(HTTP.InvalidURL) {
        try request.target.check()
        url = try HTTP.URL(request.target.text)
      } catch {
        throw HTTPSessionError(.url(error), request: request)
      }
      guard url.origin == other.url.origin else {
        throw HTTPSessionError(.interceptorChangedOrigin(url.origin), request: request)
      }
    }
    self.url = url
    self.request = request
    (key, isOwn, way) = (other.key, other.isOwn, other.way)
    route = Self.route(request, other.way)
    hiddenIdentity = other.hiddenIdentity
    requestFields = .unwritten(request.headers)
    decodes = other.decodes && request.headers[.acceptEncoding] == other.fields[.acceptEncoding]
  }

  /// The header fields of the request in the form that is sent.
  var fields: HTTP.Fields { requestFields.fields }

  // The request is a constant of this class, so the following members read it without a copy.
  /// A Boolean value that indicates whether the request body can be read only once.
  var isSentOnce: Bool { request.body.replay == .once }

  /// A Boolean value that indicates whether the request may be sent again without a second effect.
  var isReplayable: Bool { request.isReplayable }

  /// The opened request body, or `nil` if a file must be opened first.
  var openedBody: OpenedBody? { request.body.opened }

  /// Returns the HTTP exchange with an opened body, and with the credential for a forwarding proxy.
  func exchange(
    with body: consuming OpenedBody, showing credential: HTTP.Field?
  ) throws(HTTP.WriteError) -> ExchangeRequest {
    ExchangeRequest(
      request.method, url, fields: try sentFields(showing: credential), body: body,
      trailers: request.body.trailers)
  }

  /// Returns the header fields that are sent, with the credential for a forwarding proxy.
  ///
  /// A `Proxy-Authorization` field of the caller is sent to no proxy, because each proxy has its
  /// own credential.
  private func sentFields(showing credential: HTTP.Field?) throws(HTTP.WriteError) -> SentFields {
    if route == .direct, case .written(let sent) = requestFields { return sent }
    var fields = fields
    if route == .proxy {
      fields[.proxyAuthorization] = nil
      fields[Self.proxyConnection] = nil
      if let credential { fields.append(credential.name, credential.value) }
    }
    return try SentFields(fields, to: url.origin, route)
  }

  private static let proxyConnection: HTTP.FieldName = "Proxy-Connection"

  /// Returns the facts about the request that a reply to a proxy's challenge needs.
  func factsForProxy(isSpent: Bool) -> Authentication.RequestFacts {
    Authentication.RequestFacts(request, target: url.absoluteForm, isSpent: isSpent)
  }

  /// The request with its whole URL as target, and with the header fields in their sent form.
  var outgoing: HTTP.Request {
    var request = whole
    request.headers = fields
    return request
  }

  /// The request with its whole URL as target.
  var whole: HTTP.Request {
    var request = request
    request.target = .url(url)
    return request
  }
}
