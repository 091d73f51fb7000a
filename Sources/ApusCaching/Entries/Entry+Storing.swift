extension Caching.Entry {
  /// The entry of a response to a request; nil where `Vary` lets it answer no other.
  ///
  /// A request that is signed after the lookup may have `Authorization` though these fields have
  /// not.
  init?(
    _ response: HTTP.ResponseHead, to request: Caching.Request, isAuthorized: Bool? = nil,
    _ exchange: Caching.Exchange, _ rules: Caching.Rules, _ keying: Caching.Keying
  ) {
    guard
      let selection = Caching.Selection(response.fields, of: request, keying)
    else { return nil }
    var head = response
    head.fields = Self.stored(response.fields, rules)
    // A response without a date gets the time of its receipt. RFC 9110 section 6.6.1.
    if !head.fields.contains(.date) {
      head.fields[.date] = HTTP.FieldValue(exchange.received.wall.description)
    }
    self.init(
      head, received: exchange.received, initialAge: exchange.initialAge(of: response.fields),
      isAuthorized: isAuthorized ?? request.fields.contains(.authorization), selection: selection)
  }

  /// Returns the entry as updated by a `304` or by a response to `HEAD`.
  ///
  /// All fields of the response replace the stored ones, except those that describe the form of the
  /// stored content.
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
    // `Age` belongs to one response only.
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

  /// The fields that are stored: none that are for one connection or one proxy alone, and in a
  /// shared cache none that are for one user.
  ///
  /// A cookie is for the client that made the request. Another client would take over its session.
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

  /// The fields of the stored content, which a response without content does not have.
  private static let bound: Set<HTTP.FieldName> = [
    .contentEncoding, .contentLength, .contentRange,
  ]
}
