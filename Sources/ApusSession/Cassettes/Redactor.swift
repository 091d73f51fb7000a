internal import ApusBytes
internal import ApusHTTP

/// The redaction rules of a cassette in a form that processes requests and responses.
struct Redactor: Sendable {
  let names: SecretNames
  /// The paths of the secrets in JSON, as lists of names and indices.
  let paths: [[String]]
  private let fields: Set<HTTP.FieldName>

  /// The bytes that replace a secret.
  var mark: [UInt8] { HTTPSession.Cassette.Redaction.mark }

  init(_ redaction: HTTPSession.Cassette.Redaction) {
    names = SecretNames(redaction)
    fields = Set(redaction.fields)
    paths = redaction.jsonPaths.map { path in
      path.split(separator: "/").map {
        String($0).parts(around: "~1").joined(separator: "/")
          .parts(around: "~0").joined(separator: "~")
      }
    }
  }

  /// Removes the secrets that the redaction rules name from a request, and adds them to the found
  /// secrets.
  func redact(
    _ request: inout RecordedExchange.Request, sensitive: Set<String>,
    _ found: inout FoundSecrets
  ) {
    let type = request.fields.contentType
    request.url = redact(url: request.url, &found)
    redact(&request.fields, sensitive, &found)
    guard let body = request.body else { return }
    switch redact(content: body.bytes, type, &found) {
    case .bytes(let bytes): request.body = RecordedBytes(bytes)
    case .omitted(let omission): (request.body, request.omitted) = (nil, omission)
    }
  }

  /// Removes the secrets that the redaction rules name from a response, and adds them to the found
  /// secrets.
  func redact(_ response: inout RecordedExchange.Response, _ found: inout FoundSecrets) {
    let type = response.fields.contentType
    redact(&response.fields, [], &found)
    redact(&response.trailers, [], &found)
    switch redact(content: response.body.bytes, type, &found) {
    case .bytes(let bytes): response.body = RecordedBytes(bytes)
    case .omitted(let omission): (response.body, response.omitted) = (RecordedBytes([]), omission)
    }
  }
}

// MARK: Fields

extension Redactor {
  func redact(
    _ lines: inout [RecordedExchange.Field], _ sensitive: Set<String>,
    _ found: inout FoundSecrets
  ) {
    for index in lines.indices {
      lines[index].value.bytes = redact(
        lines[index].value.bytes, of: lines[index].name,
        isSensitive: sensitive.contains(lines[index].name), &found)
    }
  }

  /// Returns the value of a header field without its secrets.
  private func redact(
    _ value: [UInt8], of text: String, isSensitive: Bool, _ found: inout FoundSecrets
  ) -> [UInt8] {
    let name = HTTP.FieldName(text)
    if name == .cookie {
      let pairs = value.split(separator: 0x3b, omittingEmptySubsequences: false)
      return Array(pairs.map { redact(cookie: $0, &found) }.joined(separator: [0x3b]))
    }
    if name == .setCookie {
      let end = value.firstIndex(of: 0x3b) ?? value.endIndex
      return redact(cookie: value[..<end], &found) + value[end...]
    }
    if isSensitive || fields.contains(name) || names.contains(text.utf8) {
      return redact(credential: value, &found)
    }
    if [.location, .contentLocation, .referer].contains(name) {
      return redact(pairsIn: value, .url, &found)
    }
    return redact(pairsIn: value, .text, &found)
  }

  /// Returns a cookie pair without its value. In a cookie pair without a name, the whole pair is
  /// the value.
  ///
  ///     cookie-pair = cookie-name "=" cookie-value
  ///
  /// RFC 6265bis section 4.1.1.
  private func redact(cookie pair: ArraySlice<UInt8>, _ found: inout FoundSecrets) -> [UInt8] {
    let start = pair.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? pair.endIndex
    let from = pair[start...].firstIndex(of: 0x3d).map { $0 + 1 } ?? start
    guard from < pair.endIndex else { return Array(pair) }
    found.insert(Array(pair[from...]), with: .cookie)
    return pair[..<from] + mark
  }

  /// Returns a credential without its secret. The result contains the name of a known
  /// authentication scheme.
  ///
  ///     credentials = auth-scheme [ 1*SP ( token68 / params ) ]
  ///
  /// RFC 9110 section 11.4.
  private func redact(credential value: [UInt8], _ found: inout FoundSecrets) -> [UInt8] {
    guard let space = value.firstIndex(of: 0x20), space + 1 < value.endIndex,
      Self.schemes.contains(value[..<space].map(ASCII.lowercased))
    else {
      if !value.isEmpty { found.insert(value) }
      return value.isEmpty ? value : mark
    }
    let secret = Array(value[(space + 1)...])
    found.insert(secret)
    // The secret of a Basic credential is a user and a password, which may occur separately
    // elsewhere.
    if let pair = try? Base64.decode(secret.span), let colon = pair.firstIndex(of: 0x3a) {
      found.insert(pair)
      found.insert(Array(pair[(colon + 1)...]))
    }
    for parameter in secret.split(separator: 0x2c) {
      let parts = parameter.split(separator: 0x3d, maxSplits: 1)
      guard parts.count == 2, names.contains(parts[0]) else { continue }
      found.insert(parts[1].filter { $0 != 0x22 })
    }
    return value[...space] + mark
  }

  /// The names of the known authentication schemes.
  private static let schemes: Set<[UInt8]> = Set(
    """
    apikey aws4-ecdsa-p256-sha256 aws4-hmac-sha256 basic bearer concealed digest dpop gnap hawk hoba
    hmac mac mutual negotiate ntlm oauth privatetoken scram-sha-1 scram-sha-256 sharedkey
    sharedkeylite signature token vapid
    """.split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) })
}
