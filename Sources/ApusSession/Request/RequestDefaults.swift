internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// What a session adds to requests, worked out once: its base, and its fields by origin.
final class RequestDefaults: Sendable {
  /// What targets are resolved against.
  let base: HTTP.URL?
  /// What connections to the base's server are made for; nil where that changes with the roots and
  /// the identity.
  private let baseKey: PoolKey?
  /// What tells what connections are made for; a stub has none.
  private let keys: PoolKeys?
  /// What finds the way of requests through proxies, if there are any.
  let proxies: ProxyRouter?
  /// The hosts that are asked over TLS alone, if any are remembered.
  private let strictTransport: HTTPSession.StrictTransport?
  /// The origins besides the base's that the session's own fields are for.
  private let origins: Set<HTTP.Origin>
  /// Fields of requests to the session's own origins, and of those to others.
  private let own: HTTP.Fields
  private let foreign: HTTP.Fields
  private let decodes: Bool
  /// What a request to an own origin is sent with that has no fields of its own.
  private let usual: (fields: HTTP.Fields, decodes: Bool)
  /// The same as they are written to the base's server; nil where they cannot be written.
  private let written: SentFields?

  init(
    _ base: HTTP.URL?, _ configuration: HTTPSession.Configuration, _ keys: PoolKeys?,
    _ proxies: ProxyRouter? = nil
  ) throws(HTTPSessionError.Reason) {
    self.base = base
    self.keys = keys
    self.proxies = proxies
    strictTransport = configuration.strictTransport
    baseKey = base.flatMap { $0.scheme.isSecure ? nil : PoolKey(inClearTo: $0.origin) }
    own = configuration.headers
    foreign = own.withoutBoundFields
    do throws(HTTPSession.InvalidSetting) {
      origins = try configuration.ownOrigins()
      if base == nil, origins.isEmpty { try configuration.expectNoBoundFields() }
    } catch {
      throw .setting(error)
    }
    decodes = configuration.decodesContent
    usual = Self.asking(own, if: decodes)
    written = Self.written(usual.fields, to: base)
  }

  /// The defaults of a session that adds nothing.
  init(_ base: HTTP.URL?) {
    self.base = base
    (keys, baseKey, proxies, strictTransport) = (nil, nil, nil, nil)
    (origins, own, foreign) = ([], [:], [:])
    (decodes, usual) = (false, ([:], false))
    written = Self.written(usual.fields, to: base)
  }

  /// Fields that cannot be written fail the requests that have them.
  private static func written(_ fields: HTTP.Fields, to base: HTTP.URL?) -> SentFields? {
    base.flatMap { try? SentFields(fields, to: $0.origin, .direct) }
  }

  /// Where a request leads.
  struct Place {
    let url: HTTP.URL
    /// Whether the session's own fields are for the server there.
    let isOwn: Bool
    /// Whether the target names no server, so that the base's is asked.
    let isOfBase: Bool
  }

  /// Where a target leads, and whether it names no server, so that the base's is asked.
  func resolve(_ target: String) throws(HTTP.InvalidURL) -> (HTTP.URL, isOfBase: Bool) {
    if let url = base?.resolving(plain: target) { return (url, true) }
    let reference = try HTTP.Reference(target)
    guard let base else { return (try HTTP.URL(reference), false) }
    let isOfBase = reference.scheme == nil && reference.authority == nil
    return (try base.resolving(reference), isOfBase)
  }

  /// Where a request leads.
  ///
  /// A host that is to be asked over TLS alone is asked so, and is the same server.
  func place(of request: HTTP.Request, at known: HTTP.URL?) throws(HTTP.InvalidURL) -> Place {
    if let known { return try place(known, isOfBase: false) }
    try request.target.check()
    let (url, isOfBase) = try resolve(request.target.text)
    return try place(url, isOfBase: isOfBase)
  }

  private func place(
    _ url: consuming HTTP.URL, isOfBase: Bool
  ) throws(HTTP.InvalidURL) -> Place {
    let isOwn = isOfBase || owns(url.origin)
    guard let strictTransport else { return Place(url: url, isOwn: isOwn, isOfBase: isOfBase) }
    let asked = try strictTransport.upgraded(url)
    guard asked.origin != url.origin else {
      return Place(url: url, isOwn: isOwn, isOfBase: isOfBase)
    }
    return Place(url: asked, isOwn: isOwn || owns(asked.origin), isOfBase: false)
  }

  /// Whether the session's own fields are for an origin.
  func owns(_ origin: HTTP.Origin) -> Bool { origin == base?.origin || origins.contains(origin) }

  /// Whether the session's own fields are for the server that a target leads to; a target that
  /// leads nowhere is its own.
  func owns(target: String) -> Bool {
    guard let (url, isOfBase) = try? resolve(target) else { return true }
    return isOfBase || owns(url.origin)
  }

  /// The proxies of a request, by the choices of its call; none if it goes to its server.
  func chosenProxies(
    of request: HTTP.Request, to place: Place, _ choices: ProxyChoices?
  ) -> [HTTPSession.Proxy] {
    proxies?.proxies(of: request, to: place.url, choices) ?? []
  }

  /// The key of connections for a request without a proxy, if it is known.
  func knownKey(to place: Place) throws(ConnectionError) -> PoolKey? {
    if place.isOfBase, let baseKey { return baseKey }
    guard let keys else { return PoolKey(inClearTo: place.url.origin) }
    return try keys.known(for: place.url.origin)
  }

  /// The key of connections if no more than files can change it; nil where proxies are chosen, or
  /// where hosts may be asked over TLS alone at any time.
  func settledKey(to place: Place) -> PoolKey? {
    guard proxies == nil, strictTransport == nil else { return nil }
    return try? knownKey(to: place)
  }

  /// Returns true if connections of a settled key are still those that a request needs.
  func needs(_ key: PoolKey, to origin: HTTP.Origin) -> Bool {
    key == baseKey || (try? keys?.known(for: origin)) == key
  }

  /// What a request needs a connection for, by files that are looked at now, and the way through a
  /// proxy if it takes one.
  func key(
    of request: HTTP.Request, to place: Place, in call: CallContext?
  ) async throws(ConnectionError) -> (PoolKey, ProxyWay?) {
    let url = place.url
    let chosen = chosenProxies(of: request, to: place, call?.proxyChoices)
    if !chosen.isEmpty,
      let way = try await proxies?.way(
        of: request, to: url, through: chosen, within: call?.deadlines)
    {
      return (way.key, way)
    }
    if let known = try knownKey(to: place) { return (known, nil) }
    guard let keys else { return (PoolKey(inClearTo: url.origin), nil) }
    return (try await keys.key(for: url.origin, within: call?.deadlines), nil)
  }

  /// The fields with which a request is sent, and whether the session has asked for codings.
  ///
  /// Those that nearly every request is sent with are written already.
  func fields(
    of request: HTTP.Request, to place: Place
  ) -> (RequestFields, decodes: Bool) {
    let isOwn = place.isOwn
    let isUsual =
      request.headers.isEmpty && request.body.mediaType == nil && request.body.coding == nil
    if isUsual, isOwn, request.method != .connect {
      if place.isOfBase, let written { return (.written(written), usual.decodes) }
      return (.unwritten(usual.fields), usual.decodes)
    }
    var fields = request.headers
    for field in isOwn ? own : foreign where !request.headers.contains(field.name) {
      fields.append(field.name, field.value)
    }
    if let type = request.body.mediaType, !fields.contains(.contentType) {
      fields.append(.contentType, HTTP.FieldValue("\(type)"))
    }
    if let coding = request.body.coding, !fields.contains(.contentEncoding) {
      fields.append(.contentEncoding, HTTP.FieldValue(coding.rawValue))
    }
    let (asked, decodes) = Self.asking(fields, if: decodes && request.method != .connect)
    return (.unwritten(asked), decodes)
  }

  /// Asks for codings, unless the fields say which are accepted, or ask for a range.
  private static func asking(
    _ fields: HTTP.Fields, if isWanted: Bool
  ) -> (HTTP.Fields, decodes: Bool) {
    guard isWanted, !fields.contains(.acceptEncoding), !fields.contains(.range) else {
      return (fields, false)
    }
    var fields = fields
    fields.append(.acceptEncoding, "gzip, deflate")
    return (fields, true)
  }
}
