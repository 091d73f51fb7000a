internal import ApusBytes
internal import ApusCrypto
internal import ApusHTTP

/// Digests that distinguish the requests of different users, without their secrets.
enum RequestDigest {
  /// The key for the digests of secrets, which no other process has.
  ///
  /// A cache of the caller may be on a disk: a digest without a key would let its reader try
  /// passwords. Without random bytes there is no key, and requests with secrets share nothing.
  private static let key = try? SystemRandom().bytes(32)

  /// Returns the digest of the credentials and sensitive fields of a request.
  ///
  /// - Returns: The digest; empty text if there are no such fields, nil if there is no key.
  static func credentials(in fields: HTTP.Fields) -> String? {
    var values: [[UInt8]] = []
    for name in sorted(secretNames(in: fields)) {
      values += [bytes(of: name), framed(fields.values(of: name).map(\.bytes))]
    }
    return secret(values)
  }

  /// Returns the digest of the values that a loader adds, under the key.
  ///
  /// - Returns: The digest; empty text if there are no values, nil if there is no key.
  static func secret(_ values: [[UInt8]]) -> String? {
    guard !values.isEmpty else { return "" }
    guard let key else { return nil }
    return Hex.encode(HMAC.code(.sha256, key: key.span, for: framed(values).span))
  }

  /// Returns the digest of some fields of a request, which is the same in every process.
  ///
  /// Fields that are secrets are left out: they are part of `credentials(in:)`.
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

  /// Values after their lengths, so that no two lists become the same bytes.
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
  /// A Boolean value that indicates whether the response may serve other requests too.
  ///
  /// It may for a GET of the whole resource, without content. A part, or the response to a
  /// condition, is useful only for its own request.
  var isShareable: Bool {
    method == .get && body.length == HTTP.BodyLength.none
      && !Self.partialNames.contains { headers.contains($0) }
  }

  private static let partialNames: [HTTP.FieldName] = [
    .range, .ifRange, .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince,
  ]
}
