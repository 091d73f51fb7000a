internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The session's additions to requests, computed once: its base, and its fields by origin.
final class RequestDefaults: Sendable {
  /// The base that targets are resolved against.
  let base: HTTP.URL?
  /// The pool key of the base's server; nil if it depends on changing roots or identities.
  private let baseKey: PoolKey?
  /// The source of pool keys; a stub has none.
  private let keys: PoolKeys?
  /// The choice of proxies, if there are any.
  let proxies: ProxyRouter?
  /// The hosts that require TLS, if any are remembered.
  private let strictTransport: HTTPSession.StrictTransport?
  /// The origins besides the base's that the session's own fields are for.
  private let origins: Set<HTTP.Origin>
  /// Fields of requests to the session's own origins, and of those to others.
  private let own: HTTP.Fields
  private let foreign: HTTP.Fields
  private let decodes: Bool
  /// The fields of a request to an own origin without fields of its own.
  private let usual: (fields: HTTP.Fields, decodes: Bool)
  /// The same fields in written form for the base's server; nil if they cannot be written.
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

  /// Creates the defaults of a session that adds nothing.
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

  /// The destination of a request.
  struct Place {
    let url: HTTP.URL
    /// A Boolean value that indicates whether the session's own fields are for the server there.
    let isOwn: Bool
    /// A Boolean value that indicates whether the target names no server, so the base's is used.
    let isOfBase: Bool
  }

  /// Returns the URL of a target, and whether it names no server, so that the base's is used.
  func resolve(_ target: String) throws(HTTP.InvalidURL) -> (HTTP.URL, isOfBase: Bool) {
    if let url = base?.resolving(plain: target) { return (url, true) }
    let reference = try HTTP.Reference(target)
    guard let base else { return (try HTTP.URL(reference), false) }
    let isOfBase = reference.scheme == nil && reference.authority == nil
    return (try base.resolving(reference), isOfBase)
  }

  /// Returns the destination of a request.
  ///
  /// A host that requires TLS gets an `https` URL, and counts as the same server.
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

  /// Returns whether the session's own fields are for an origin.
  func owns(_ origin: HTTP.Origin) -> Bool { origin == base?.origin || origins.contains(origin) }

  /// Returns whether the session's own fields are for the server of a target.
  ///
  /// An invalid target counts as the session's own.
  func owns(target: String) -> Bool {
    guard let (url, isOfBase) = try? resolve(target) else { return true }
    return isOfBase || owns(url.origin)
  }

  /// Returns the proxies of a request, by the choices of its call; none for a direct connection.
  func chosenProxies(
    of request: HTTP.Request, to place: Place, _ choices: ProxyChoices?
  ) -> [HTTPSession.Proxy] {
    proxies?.proxies(of: request, to: place.url, choices) ?? []
  }

  /// Returns the key of connections for a request without a proxy, if it is known.
  func knownKey(to place: Place) throws(ConnectionError) -> PoolKey? {
    if place.isOfBase, let baseKey { return baseKey }
    guard let keys else { return PoolKey(inClearTo: place.url.origin) }
    return try keys.known(for: place.url.origin)
  }

  /// Returns the key of connections if only files can change it.
  ///
  /// It is nil if proxies are chosen, or if hosts may require TLS at any time.
  func settledKey(to place: Place) -> PoolKey? {
    guard proxies == nil, strictTransport == nil else { return nil }
    return try? knownKey(to: place)
  }

  /// Returns whether connections of a settled key are still those that a request needs.
  func needs(_ key: PoolKey, to origin: HTTP.Origin) -> Bool {
    key == baseKey || (try? keys?.known(for: origin)) == key
  }

  /// Returns the pool key of a request from the current files, and its path through a proxy.
  func key(
    of request: HTTP.Request, to place: Place, in call: CallContext?
  ) async throws(ConnectionError) -> (PoolKey, ProxyWay?) {
    let url = place.url
    let own = request.options.ownConnection
    let chosen =
      own?.properties.socketPath == nil
      ? chosenProxies(of: request, to: place, call?.proxyChoices) : []
    if !chosen.isEmpty,
      let way = try await proxies?.way(
        of: request, to: url, through: chosen, within: call?.deadlines)
    {
      return (way.key, way)
    }
    if own == nil, let known = try knownKey(to: place) { return (known, nil) }
    guard let keys else { return (PoolKey(inClearTo: url.origin), nil) }
    return (try await keys.key(for: request, to: url.origin, within: call?.deadlines), nil)
  }

  /// Returns the fields of a request that is sent, and whether the session requested codings.
  ///
  /// The fields of most requests are already written.
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

  /// Adds the supported codings, unless the fields name codings or a range.
  private static func asking(
    _ fields: HTTP.Fields, if isWanted: Bool
  ) -> (HTTP.Fields, decodes: Bool) {
    guard isWanted, !fields.contains(.acceptEncoding), !fields.contains(.range) else {
      return (fields, false)
    }
    var fields = fields
    fields.append(.acceptEncoding, HTTP.FieldValue(HTTP.ContentCoding.acceptable))
    return (fields, true)
  }
}
