internal import ApusBytes
public import ApusHTTP
internal import ApusNames

/// The encoding of a cookie as an object. A decoded cookie must pass the same checks as every other
/// cookie.
///
/// The keys `name`, `value` and `path` contain text. Each of these keys has the suffix `Base64` if
/// the bytes are not valid UTF-8. The key `domain` contains a host in the form of a URL. The keys
/// `hostOnly`, `secure` and `httpOnly` contain Boolean values. The keys `expires`, `created` and
/// `lastUsed` contain seconds since 1970. The key `sameSite` contains `strict`, `lax` or `none`.
/// The key `expires` is absent if the cookie ends with the session. The key `sameSite` is absent if
/// the server did not send the attribute.
extension HTTP.Cookie: Codable {
  private enum Key: String, CodingKey {
    case name, nameBase64, value, valueBase64, path, pathBase64
    case domain, hostOnly, secure, httpOnly, expires, created, lastUsed, sameSite
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let text = try container.decode(String.self, forKey: .domain)
    guard let domain = try? CanonicalHost(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .domain, in: container,
        debugDescription: "the encoded domain of the cookie is not a valid host")
    }
    func date(_ key: Key) throws -> HTTP.Date {
      HTTP.Date(secondsSinceEpoch: try container.decode(Int64.self, forKey: key))
    }
    let (name, value) = (
      try Self.bytes(.name, .nameBase64, in: container),
      try Self.bytes(.value, .valueBase64, in: container)
    )
    let path = try Self.bytes(.path, .pathBase64, in: container)
    let isHostOnly = try container.decode(Bool.self, forKey: .hostOnly)
    let expiry = container.contains(.expires) ? try date(.expires) : nil
    let isSecure = try container.decode(Bool.self, forKey: .secure)
    let isHTTPOnly = try container.decode(Bool.self, forKey: .httpOnly)
    let sameSite = try container.decodeIfPresent(SameSite.self, forKey: .sameSite)
    let (created, lastUsed) = (try date(.created), try date(.lastUsed))
    do throws(CookieError) {
      try self.init(
        nameBytes: name, valueBytes: value, domain: domain, isHostOnly: isHostOnly,
        pathBytes: path, expiry: expiry, isSecure: isSecure, isHTTPOnly: isHTTPOnly,
        sameSite: sameSite, created: created, lastUsed: lastUsed)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try Self.encode(nameBytes, .name, .nameBase64, in: &container)
    try Self.encode(valueBytes, .value, .valueBase64, in: &container)
    try Self.encode(pathBytes, .path, .pathBase64, in: &container)
    try container.encode(domain.description, forKey: .domain)
    try container.encode(isHostOnly, forKey: .hostOnly)
    try container.encode(isSecure, forKey: .secure)
    try container.encode(isHTTPOnly, forKey: .httpOnly)
    try container.encodeIfPresent(expiry?.secondsSinceEpoch, forKey: .expires)
    try container.encode(created.secondsSinceEpoch, forKey: .created)
    try container.encode(lastUsed.secondsSinceEpoch, forKey: .lastUsed)
    try container.encodeIfPresent(sameSite, forKey: .sameSite)
  }

  private static func encode(
    _ bytes: [UInt8], _ text: Key, _ base64: Key, in container: inout KeyedEncodingContainer<Key>
  ) throws {
    if let string = String(validating: bytes, as: UTF8.self) {
      try container.encode(string, forKey: text)
    } else {
      try container.encode(Base64.encode(bytes), forKey: base64)
    }
  }

  private static func bytes(
    _ text: Key, _ base64: Key, in container: KeyedDecodingContainer<Key>
  ) throws -> [UInt8] {
    guard container.contains(base64) else {
      return Array(try container.decode(String.self, forKey: text).utf8)
    }
    let encoded = try container.decode(String.self, forKey: base64)
    guard let bytes = try? Base64.decode(encoded) else {
      throw DecodingError.dataCorruptedError(
        forKey: base64, in: container,
        debugDescription: "the encoded bytes of the cookie are not valid base64")
    }
    return bytes
  }
}
