internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The values that a session adds to requests, computed once: the base URL and the header fields by
/// origin.
final class RequestDefaults: Sendable {
  /// The base URL that relative targets are resolved against.
  let base: HTTP.URL?
  /// The pool key of the base URL's server, or `nil` if changing roots or client identities
  /// determine the pool key.
  private let baseKey: PoolKey?
  /// The object that makes pool keys, or `nil` for a session with a stub.
  private let keys: PoolKeys?
  /// The router that chooses a proxy for each request, or `nil` without proxies.
  let proxies: ProxyRouter?
  /// The hosts that require TLS (HSTS), or `nil` if the session does not store such hosts.
  private let strictTransport: HTTPSession.StrictTransport?
  /// The additional origins to which the session sends its own header fields.
  private let origins: Set<HTTP.Origin>
  /// The header fields for the session's own origins, and the header fields for foreign origins.
  private let own: HTTP.Fields
  private let foreign: HTTP.Fields
  private let decodes: Bool
  /// The complete header fields of a request to the session's own origin if the request adds no
  /// fields.
  private let usual: (fields: HTTP.Fields, decodes: Bool)
  /// The usual header fields as bytes for the base URL's server, or `nil` if the fields are not
  /// valid.
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

  /// Creates the request defaults of a session that adds no header fields.
  init(_ base: HTTP.URL?) {
    self.base = base
    (keys, baseKey, proxies, strictTransport) = (nil, nil, nil, nil)
    (origins, own, foreign) = ([], [:], [:])
    (decodes, usual) = (false, ([:], false))
    written = Self.written(usual.fields, to: base)
  }

  /// If the session's header fields are invalid, the requests with these fields fail later.
  private static func written(_ fields: HTTP.Fields, to base: HTTP.URL?) -> SentFields? {
    base.flatMap { try? SentFields(fields, to: $0.origin, .direct) }
  }

  /// The URL of a request, and the facts about its server.
  struct Place {
    let url: HTTP.URL
    /// A Boolean value that indicates whether the session sends its own header fields to the
    /// server.
    let isOwn: Bool
    /// A Boolean value that indicates whether the request target is relative to the base URL.
    let isOfBase: Bool
  }

  /// Returns the URL of a request target, and whether the target is relative to the base URL.
  func resolve(_ target: String) throws(HTTP.InvalidURL) -> (HTTP.URL, isOfBase: Bool) {
    if let url = base?.resolving(plain: target) { return (url, true) }
    let reference = try HTTP.Reference(target)
    guard let base else { return (try HTTP.URL(reference), false) }
    let isOfBase = reference.scheme == nil && reference.authority == nil
    return (try base.resolving(reference), isOfBase)
  }

  /// Returns the URL and the server facts of a request.
  ///
  /// The URL of a host that requires TLS is changed to `https`, and the host still counts as the
  /// same server.
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

  /// Returns whether the session sends its own header fields to an origin.
  func owns(_ origin: HTTP.Origin) -> Bool { origin == base?.origin || origins.contains(origin) }

  /// Returns whether the session sends its own header fields to the server of a target.
  ///
  /// The function returns `true` for an invalid target.
  func owns(target: String) -> Bool {
    guard let (url, isOfBase) = try? resolve(target) else { return true }
    return isOfBase || owns(url.origin)
  }

  /// Returns the proxies that are chosen for a request, or an empty array for a direct connection.
  func chosenProxies(
    of request: HTTP.Request, to place: Place, _ choices: ProxyChoices?
  ) -> [HTTPSession.Proxy] {
    proxies?.proxies(of: request, to: place.url, choices) ?? []
  }

  /// Returns the pool key of a request without a proxy, or `nil` if the key is not known yet.
  func knownKey(to place: Place) throws(ConnectionError) -> PoolKey? {
    if place.isOfBase, let baseKey { return baseKey }
    guard let keys else { return PoolKey(inClearTo: place.url.origin) }
    return try keys.known(for: place.url.origin)
  }

  /// Returns the pool key of a request if the key can change only with certificate files.
  ///
  /// The function returns `nil` if the session uses proxies, or if hosts may require TLS at any
  /// time.
  func settledKey(to place: Place) -> PoolKey? {
    guard proxies == nil, strictTransport == nil else { return nil }
    return try? knownKey(to: place)
  }

  /// Returns whether a previously computed pool key is still valid for an origin.
  func needs(_ key: PoolKey, to origin: HTTP.Origin) -> Bool {
    key == baseKey || (try? keys?.known(for: origin)) == key
  }

  /// Returns the pool key of a request from the current certificate files, and its proxy.
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

  /// Returns the header fields of a sent request, and whether the session requested content
  /// codings.
  ///
  /// The header fields of most requests are already encoded as bytes.
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

  /// Adds an `Accept-Encoding` field, unless the request contains an `Accept-Encoding` or `Range`
  /// field.
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

extension HTTP.Fields {
  /// The header fields that a session sends to any origin.
  ///
  /// The implementation lists the allowed field names, because an unknown field such as `X-Api-Key`
  /// may be as secret as `Authorization`.
  var withoutBoundFields: HTTP.Fields {
    var fields = HTTP.Fields()
    for field in self where field.name.goesToEveryOrigin { fields.append(field.name, field.value) }
    return fields
  }
}

extension HTTP.FieldName {
  /// A Boolean value that indicates whether a session sends a field with this name to any origin.
  var goesToEveryOrigin: Bool {
    switch self {
    case .accept, .acceptEncoding, .acceptLanguage, "Accept-Charset", .userAgent: true
    default: false
    }
  }
}
