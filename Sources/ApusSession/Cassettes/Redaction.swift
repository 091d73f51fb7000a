internal import ApusBytes
public import ApusHTTP
internal import ApusSerialization

extension HTTPSession.Cassette {
  /// The rules of what is left out of a cassette, on both sides.
  ///
  /// Each secret is found where it stands, and `REDACTED` takes its place there and wherever else
  /// in the cassette its bytes stand: a server may show in a body what it was sent in a field. One
  /// of fewer than four bytes is left out where it stands alone.
  public struct Redaction: Sendable {
    /// The fields whose values are secrets, beside those marked as sensitive.
    ///
    /// Of cookies the names stay, and of credentials the scheme.
    public var fields: [HTTP.FieldName] = [
      .authorization, .proxyAuthorization, .cookie, .setCookie, "X-Api-Key", "X-Auth-Token",
      "Authentication-Info", "Proxy-Authentication-Info",
    ]
    /// The names whose values are secrets in queries and in forms, in lower case.
    public var queryNames: Set<String> = [
      "access_token", "api_key", "apikey", "client_secret", "code", "key", "password",
      "refresh_token", "secret", "sig", "signature", "token",
    ]
    /// The paths of secrets in JSON, such as `/user/token`; a `*` stands for any name or place.
    ///
    /// In a name `~1` stands for a slash, and `~0` for a tilde: RFC 6901 section 3.
    public var jsonPaths: [String] = [
      "/access_token", "/refresh_token", "/id_token", "/client_secret", "/password", "/token",
    ]

    /// Creates the usual rules.
    public init() {}

    /// What stands for a secret.
    static let mark = Array("REDACTED".utf8)
    /// How long a secret must be for others of its bytes to be replaced too.
    static let leastByteCount = 4
  }
}

/// The secrets that were found, each in every form in which it may be written.
struct FoundSecrets: Sendable {
  /// The forms by their first byte, the longest first.
  private var forms: [UInt8: [[UInt8]]] = [:]

  var isEmpty: Bool { forms.isEmpty }

  /// Takes in a secret, and how it stands in a query, in a form and in JSON.
  mutating func insert(_ secret: [UInt8]) {
    insert(form: secret)
    let decoded = try? HTTP.PercentEncoding.form.decode(secret.span)
    for plain in [secret, decoded ?? secret] {
      insert(form: plain)
      insert(form: Array(HTTP.PercentEncoding.queryValue.encode(plain.span).utf8))
      insert(form: Array(HTTP.PercentEncoding.form.encode(plain.span).utf8))
      insert(form: Array(Base64.encode(plain).utf8))
      guard let text = String(validating: plain, as: UTF8.self) else { continue }
      var options = JSONWritingOptions()
      for escapes in [[], .nonASCII, .slashes, [.slashes, .nonASCII]]
        as [JSONWritingOptions.Escapes]
      {
        options.escapes = escapes
        let json = try? JSONValue.string(text).bytes(options)
        insert(form: Array(json?.dropFirst().dropLast() ?? []))
      }
    }
  }

  private mutating func insert(form: [UInt8]) {
    guard form.count >= HTTPSession.Cassette.Redaction.leastByteCount, let first = form.first,
      form != HTTPSession.Cassette.Redaction.mark
    else { return }
    var others = forms[first] ?? []
    guard !others.contains(form) else { return }
    others.insert(form, at: others.firstIndex { $0.count < form.count } ?? others.endIndex)
    forms[first] = others
  }

  /// Takes in the secrets of others.
  mutating func formUnion(_ other: FoundSecrets) {
    for form in other.forms.values.joined() { insert(form: form) }
  }

  /// The bytes without the secrets, in one pass over them.
  func removed(from bytes: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return bytes }
    var clean: [UInt8] = []
    clean.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let rest = bytes[at...]
      if let found = forms[bytes[at]]?.first(where: { rest.starts(with: $0) }) {
        clean += HTTPSession.Cassette.Redaction.mark
        at += found.count
      } else {
        clean.append(bytes[at])
        at += 1
      }
    }
    return clean
  }

  func removed(from text: String) -> String {
    String(decoding: removed(from: Array(text.utf8)), as: UTF8.self)
  }

  /// An exchange without the secrets.
  func removed(from exchange: RecordedExchange) -> RecordedExchange {
    var clean = exchange
    remove(from: &clean.request)
    remove(from: &clean.response.fields)
    remove(from: &clean.response.trailers)
    clean.response.body.bytes = removed(from: exchange.response.body.bytes)
    return clean
  }

  func remove(from request: inout RecordedExchange.Request) {
    request.url = removed(from: request.url)
    remove(from: &request.fields)
    request.body = request.body.map { RecordedBytes(removed(from: $0.bytes)) }
  }

  private func remove(from fields: inout [RecordedExchange.Field]) {
    for index in fields.indices {
      fields[index].value.bytes = removed(from: fields[index].value.bytes)
    }
  }
}

extension HTTPSession.Cassette.Redaction {
  /// A request without what the rules name, which is noted.
  func redact(
    _ request: inout RecordedExchange.Request, sensitive: Set<String>,
    _ secrets: inout FoundSecrets
  ) {
    let mediaType = request.mediaType
    request.url = redact(url: request.url, &secrets)
    redact(&request.fields, sensitive, &secrets)
    request.body = request.body.map { RecordedBytes(redact(body: $0.bytes, mediaType, &secrets)) }
  }

  /// A response without what the rules name, which is noted.
  func redact(_ response: inout RecordedExchange.Response, _ secrets: inout FoundSecrets) {
    let mediaType = response.fields.mediaType
    redact(&response.fields, [], &secrets)
    redact(&response.trailers, [], &secrets)
    response.body.bytes = redact(body: response.body.bytes, mediaType, &secrets)
  }

  private func redact(
    _ lines: inout [RecordedExchange.Field], _ sensitive: Set<String>,
    _ secrets: inout FoundSecrets
  ) {
    for index in lines.indices {
      let name = HTTP.FieldName(lines[index].name)
      let value = lines[index].value.bytes
      if name == .cookie {
        lines[index].value.bytes = redact(pairs: value, separator: 0x3b, all: true, &secrets)
      } else if name == .setCookie {
        let end = value.firstIndex(of: 0x3b) ?? value.endIndex
        lines[index].value.bytes =
          redact(pairs: Array(value[..<end]), separator: 0x3b, all: true, &secrets) + value[end...]
      } else if fields.contains(name) || sensitive.contains(name.text) {
        lines[index].value.bytes = redact(credential: value, &secrets)
      } else if [.location, .contentLocation, .referer].contains(name) {
        let url = redact(url: String(decoding: value, as: UTF8.self), &secrets)
        lines[index].value.bytes = Array(url.utf8)
      }
    }
  }

  /// A credential without its secret: the scheme stays, if there is one.
  ///
  ///     credentials = auth-scheme [ 1*SP ( token68 / params ) ]
  ///
  /// RFC 9110 section 11.4.
  private func redact(credential value: [UInt8], _ secrets: inout FoundSecrets) -> [UInt8] {
    guard let space = value.firstIndex(of: 0x20) else {
      secrets.insert(value)
      return Self.mark
    }
    let secret = Array(value[(space + 1)...])
    secrets.insert(secret)
    // A user and a password, which may stand elsewhere as they are.
    if let pair = try? Base64.decode(secret.span), let colon = pair.firstIndex(of: 0x3a) {
      secrets.insert(pair)
      secrets.insert(Array(pair[(colon + 1)...]))
    }
    return value[...space] + Self.mark
  }

  /// A URL without the secrets of its query.
  private func redact(url: String, _ secrets: inout FoundSecrets) -> String {
    let bytes = Array(url.utf8)
    guard let mark = bytes.firstIndex(of: 0x3f) else { return url }
    let end = bytes[mark...].firstIndex(of: 0x23) ?? bytes.endIndex
    let query = redact(
      pairs: Array(bytes[(mark + 1)..<end]), separator: 0x26, all: false, &secrets)
    return String(decoding: bytes[...mark] + query + bytes[end...], as: UTF8.self)
  }

  /// Pairs without their secrets: those of all, or of the names that the rules have.
  private func redact(
    pairs bytes: [UInt8], separator: UInt8, all: Bool, _ secrets: inout FoundSecrets
  ) -> [UInt8] {
    let pairs = bytes.split(separator: separator, omittingEmptySubsequences: false)
    let clean = pairs.map { pair -> [UInt8] in
      guard let equals = pair.firstIndex(of: 0x3d) else { return Array(pair) }
      let name = (try? HTTP.PercentEncoding.form.decode(Array(pair[..<equals]).span)) ?? []
      let key = String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
      guard all || queryNames.contains(key), equals + 1 < pair.endIndex else { return Array(pair) }
      secrets.insert(Array(pair[(equals + 1)...]))
      return pair[...equals] + Self.mark
    }
    return Array(clean.joined(separator: [separator]))
  }

  /// Content without its secrets, which is as it was where it has none.
  private func redact(
    body: [UInt8], _ type: HTTP.MediaType?, _ secrets: inout FoundSecrets
  ) -> [UInt8] {
    guard let type else { return body }
    if type.essence == "application/x-www-form-urlencoded" {
      return redact(pairs: body, separator: 0x26, all: false, &secrets)
    }
    guard type.essence == "application/json" || type.suffix == "json",
      var value = try? JSONValue(parsing: body)
    else { return body }
    var count = 0
    for path in jsonPaths {
      let steps = path.split(separator: "/").map {
        String($0).parts(around: "~1").joined(separator: "/")
          .parts(around: "~0").joined(separator: "~")
      }
      redact(&value, steps[...], &secrets, &count)
    }
    guard count > 0, let clean = try? value.bytes() else { return body }
    return clean
  }

  /// Replaces what stands at a path; how deep that is the reader has bounded.
  private func redact(
    _ value: inout JSONValue, _ steps: ArraySlice<String>, _ secrets: inout FoundSecrets,
    _ count: inout Int
  ) {
    // What stands below the end of a path is a secret too.
    let step = steps.first ?? "*"
    switch value {
    case .object(let object):
      value = .object(
        JSONObject(
          object.map { (key, member) in
            guard step == "*" || step == key else { return (key, member) }
            var member = member
            redact(&member, steps.dropFirst(), &secrets, &count)
            return (key, member)
          }))
    case .array(var elements):
      for index in elements.indices where step == "*" || step == "\(index)" {
        redact(&elements[index], steps.dropFirst(), &secrets, &count)
      }
      value = .array(elements)
    case .number, .string:
      guard steps.isEmpty else { return }
      secrets.insert(Array((value.string ?? (try? value.text()) ?? "").utf8))
      value = .string(String(decoding: Self.mark, as: UTF8.self))
      count += 1
    case .null, .bool: return
    }
  }
}
