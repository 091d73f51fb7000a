internal import ApusAuthentication
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// A request whose target is known, with all that is needed for one attempt to send it.
///
/// What the session adds is merged in here, where the origin is known. It is passed from step to
/// step, which is why it is boxed.
final class PreparedRequest: OutgoingRequest {
  /// The request as it was made, or as it was made anew for a later attempt.
  let request: HTTP.Request
  /// Where its target leads.
  let url: HTTP.URL
  let key: PoolKey
  let route: HTTP.Route
  /// The way through a proxy; nil where there is none.
  let way: ProxyWay?
  private let requestFields: RequestFields
  /// Whether it goes to the base's server, or to another that the session names as its own.
  let isOwn: Bool
  /// Whether the session has asked for codings, which it then undoes.
  let decodes: Bool
  /// The part of the identity that the fields do not show to a cache, if there is one.
  let hiddenIdentity: HiddenIdentity?

  /// Resolves a request against a session's base, and adds the session's fields to it.
  ///
  /// After a redirect the URL is known already. Every wait ends with the time of the call.
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

  /// Prepares a request as the initializer does, where nothing need be waited for; nil elsewhere.
  static func immediately(
    _ request: HTTP.Request, _ defaults: RequestDefaults, in call: CallContext
  ) throws(HTTPSessionError) -> PreparedRequest? {
    let place = try place(of: request, at: nil, defaults)
    let proxies = defaults.chosenProxies(of: request, to: place, call.proxyChoices)
    guard proxies.isEmpty else { return nil }
    do throws(ConnectionError) {
      guard let key = try defaults.knownKey(to: place) else { return nil }
      return PreparedRequest(request, place, key, nil, defaults)
    } catch {
      throw HTTPSessionError(HTTPSessionError.Reason(error), request: request)
    }
  }

  /// A request as interceptors of calls see it: with its way if only files could change that, and
  /// otherwise with none.
  ///
  /// The request that comes out of them decides about the way.
  static func intercepted(
    _ request: HTTP.Request, _ defaults: RequestDefaults
  ) throws(HTTPSessionError) -> (PreparedRequest, isRouted: Bool) {
    let place = try place(of: request, at: nil, defaults)
    guard let key = defaults.settledKey(to: place) else {
      return (PreparedRequest(unrouted: request, place, defaults), false)
    }
    return (PreparedRequest(request, place, key, nil, defaults), true)
  }

  /// A request whose way is not known yet.
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

  /// A request that goes another way than before, because a proxy cannot be reached.
  init(_ other: PreparedRequest, through way: ProxyWay) {
    (request, url) = (other.request, other.url)
    (isOwn, decodes, requestFields) = (other.isOwn, other.decodes, other.requestFields)
    (key, self.way) = (way.key, way)
    route = Self.route(other.request, way)
    hiddenIdentity = other.hiddenIdentity
  }

  /// A request with more fields than another, among them the credential's if there is one.
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

  /// A request with other fields than another.
  init(_ other: PreparedRequest, sending fields: HTTP.Fields) {
    (request, url, key, route) = (other.request, other.url, other.key, other.route)
    (isOwn, decodes, way) = (other.isOwn, other.decodes, other.way)
    hiddenIdentity = other.hiddenIdentity
    requestFields = .unwritten(fields)
  }

  /// A request that is signed once the cache has let it out.
  init(_ other: PreparedRequest, signedBy signers: [RequestSigner]) {
    (request, url, key, route) = (other.request, other.url, other.key, other.route)
    (isOwn, decodes, way) = (other.isOwn, other.decodes, other.way)
    requestFields = other.requestFields
    hiddenIdentity = HiddenIdentity(answer: other.hiddenIdentity?.answer, signers: signers)
  }

  /// A request as the last interceptor has left it, whose fields are those that are sent.
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

  /// The fields with which it is sent.
  var fields: HTTP.Fields { requestFields.fields }

  // The request is a constant of this class, so these members read it without a copy.
  /// A Boolean value that indicates whether the body can be read only once.
  var isSentOnce: Bool { request.body.replay == .once }

  /// A Boolean value that indicates whether the request may be sent again without harm.
  var isReplayable: Bool { request.isReplayable }

  /// The body if it is there as it is; nil if a file must be opened first.
  var openedBody: OpenedBody? { request.body.opened }

  /// The request with its open body as it is sent, with what a proxy that reads it is shown.
  func exchange(
    with body: consuming OpenedBody, showing credential: HTTP.Field?
  ) throws(HTTP.WriteError) -> ExchangeRequest {
    ExchangeRequest(
      request.method, url, fields: try sentFields(showing: credential), body: body,
      trailers: request.body.trailers)
  }

  /// The fields as they are sent, with what a proxy that reads them is shown.
  ///
  /// What the caller has meant for some proxy goes to none: each has a credential of its own.
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

  /// What an answer to a proxy's challenge must know of the request.
  func factsForProxy(isSpent: Bool) -> Authentication.RequestFacts {
    Authentication.RequestFacts(request, target: url.absoluteForm, isSpent: isSpent)
  }

  /// The request with its whole URL as target, and with the fields with which it is sent.
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
