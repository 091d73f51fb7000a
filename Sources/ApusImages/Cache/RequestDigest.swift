internal import ApusBytes
internal import ApusCrypto
internal import ApusHTTP

/// The digests that distinguish the requests of different users without containing their secrets.
enum RequestDigest {
  /// The secret key for the digests of credentials, which no other process has.
  ///
  /// A program's own cache may be on a disk. With digests that have no key, a reader of the disk
  /// could guess passwords. If random bytes are not available, the key is missing, and requests
  /// with secrets share no values.
  private static let key = try? SystemRandom().bytes(32)

  /// Returns the digest of the credentials and sensitive fields of a request.
  ///
  /// - Returns: The digest, which is an empty text if the request has no such fields, or `nil` if
  ///   the key is missing.
  static func credentials(in fields: HTTP.Fields) -> String? {
    var values: [[UInt8]] = []
    for name in sorted(secretNames(in: fields)) {
      values += [bytes(of: name), framed(fields.values(of: name).map(\.bytes))]
    }
    return secret(values)
  }

  /// Returns the keyed digest of the credentials that a loader adds to a request.
  ///
  /// - Returns: The digest, which is an empty text without values, or `nil` if the key is missing.
  static func secret(_ values: [[UInt8]]) -> String? {
    guard !values.isEmpty else { return "" }
    guard let key else { return nil }
    return Hex.encode(HMAC.code(.sha256, key: key.span, for: framed(values).span))
  }

  /// Returns the digest of the named request fields, which is the same in every process.
  ///
  /// The digest omits secret fields, because `credentials(in:)` covers these fields.
  static func fields(_ names: [HTTP.FieldName], in fields: HTTP.Fields) -> String {
    let secrets = secretNames(in: fields)
    var values: [[UInt8]] = []
    for name in sorted(Set(names).subtracting(secrets)) where fields.contains(name) {
      values += [bytes(of: name), framed(fields.values(of: name).map(\.bytes))]
    }
    return values.isEmpty ? "" : Hex.encode(SHA256.digest(of: framed(values)))
  }

  private static func secretNames(in fields: HTTP.Fields) -> Set<HTTP.FieldName> {
    Set(
      fields.lazy.filter { $0.value.isSensitive || credentialNames.contains($0.name) }
        .map(\.name))
  }

  private static func sorted(_ names: Set<HTTP.FieldName>) -> [HTTP.FieldName] {
    names.sorted { bytes(of: $0).lexicographicallyPrecedes(bytes(of: $1)) }
  }

  private static let credentialNames: Set<HTTP.FieldName> = [
    .authorization, .cookie, .proxyAuthorization,
  ]

  private static func bytes(of name: HTTP.FieldName) -> [UInt8] {
    name.text.utf8.map(ASCII.lowercased)
  }

  /// Returns the values as one byte sequence with a length before each value, so different lists
  /// give different bytes.
  private static func framed(_ values: [[UInt8]]) -> [UInt8] {
    var writer = ByteWriter()
    for value in values {
      writer.write(UInt64(value.count))
      writer.write(value)
    }
    return writer.bytes
  }
}

extension HTTP.Request {
  /// A Boolean value that indicates whether several requests may share the response.
  ///
  /// The value is `true` for a GET request that has no content and requests a whole resource. A
  /// partial or conditional response is useful only for its own request.
  var isShareable: Bool {
    method == .get && body.length == HTTP.BodyLength.none
      && !Self.partialNames.contains { headers.contains($0) }
  }

  private static let partialNames: [HTTP.FieldName] = [
    .range, .ifRange, .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince,
  ]
}
