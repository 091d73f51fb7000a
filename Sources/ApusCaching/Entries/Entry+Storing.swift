extension Caching.Entry {
  /// Creates the cache entry of a response. The result is `nil` if the `Vary` field excludes every
  /// other request.
  ///
  /// A request that is signed after the cache lookup has an `Authorization` field that `request`
  /// does not contain.
  init?(
    _ response: HTTP.ResponseHead, to request: Caching.Request, isAuthorized: Bool? = nil,
    _ exchange: Caching.Exchange, _ rules: Caching.Rules, _ keying: Caching.Keying
  ) {
    guard
      let selection = Caching.Selection(response.fields, of: request, keying)
    else { return nil }
    var head = response
    head.fields = Self.stored(response.fields, rules)
    // A response without a `Date` field gets the time of its receipt. RFC 9110 section 6.6.1.
    if !head.fields.contains(.date) {
      head.fields[.date] = HTTP.FieldValue(exchange.received.wall.description)
    }
    self.init(
      head, received: exchange.received, initialAge: exchange.initialAge(of: response.fields),
      isAuthorized: isAuthorized ?? request.fields.contains(.authorization), selection: selection)
  }

  /// Returns the cache entry with the updates of a `304` response or of a response to `HEAD`.
  ///
  /// All fields of the new response replace the stored fields, except the fields that describe the
  /// form of the stored content.
  ///
  /// RFC 9111 section 3.2.
  func updated(
    by answer: HTTP.ResponseHead, _ exchange: Caching.Exchange, _ rules: Caching.Rules
  ) -> Caching.Entry {
    var fields = head.fields
    let news = Self.stored(answer.fields, rules)
    let names = Set(news.map(\.name)).subtracting(Self.bound)
    for name in names { fields.remove(name) }
    for field in news where names.contains(field.name) { fields.append(field.name, field.value) }
    // The `Age` field describes only the response that contains it.
    if !names.contains(.age) { fields.remove(.age) }
    if !names.contains(.date) {
      fields[.date] = HTTP.FieldValue(exchange.received.wall.description)
    }
    var head = head
    head.fields = fields
    return Caching.Entry(
      head, received: exchange.received, initialAge: exchange.initialAge(of: answer.fields),
      isAuthorized: isAuthorized, selection: selection)
  }

  /// Returns the response fields that the cache stores, without the fields for a single connection
  /// or a proxy. A shared cache also omits the fields that `private` names.
  ///
  /// The cache does not store cookies. Otherwise, a different client could take over the session of
  /// the client that made the request.
  ///
  /// RFC 9111 section 3.1.
  private static func stored(_ fields: HTTP.Fields, _ rules: Caching.Rules) -> HTTP.Fields {
    var left = unstored
    for value in fields.values(of: .connection) {
      guard let ranges = try? HTTP.ElementList.tokens(in: value.bytes.span) else { continue }
      left.formUnion(
        ranges.map { HTTP.FieldName(String(decoding: value.bytes[$0], as: UTF8.self)) })
    }
    if rules.isShared, case .fields(let names) = Caching.ResponseDirectives(fields).isPrivate {
      left.formUnion(names)
    }
    return HTTP.Fields(fields.filter { !left.contains($0.name) }.map { ($0.name, $0.value) })
  }

  private static let unstored: Set<HTTP.FieldName> = [
    .connection, "Keep-Alive", "Proxy-Connection", .te, .transferEncoding, .upgrade,
    .proxyAuthenticate, "Proxy-Authentication-Info", .proxyAuthorization, .setCookie,
  ]

  /// The names of the fields that describe the stored content, which a response without content
  /// does not contain.
  private static let bound: Set<HTTP.FieldName> = [
    .contentEncoding, .contentLength, .contentRange,
  ]
}
