internal import ApusBytes
internal import ApusCrypto
internal import ApusHTTP

/// The SHA-256 hash of saved content, and its expected digests.
///
///     Repr-Digest = Dictionary, such as  sha-256=:4REjxQ4yrqUVicfSKYNO/cF9zNj5ANbzgDZt3/h3Qxo=:
///
/// RFC 9530 section 3. The digest covers the whole content, even if a response contains only a
/// part.
struct ContentHash {
  private var hash = SHA256()
  /// The expected digests that the caller and the server have supplied.
  private var expected: [[UInt8]] = []
  private let asksServer: Bool

  /// Creates a hash if the caller supplies a digest or requests the server's digest; otherwise,
  /// returns `nil`.
  init?(of digest: [UInt8]?, asksServer: Bool) {
    guard digest != nil || asksServer else { return nil }
    expected = digest.map { [$0] } ?? []
    self.asksServer = asksServer
  }

  /// Returns the bytes of a digest from its text, or `nil` if the text is not 64 hexadecimal
  /// digits.
  static func bytes(_ text: String) -> [UInt8]? {
    guard let bytes = try? Hex.decode(text), bytes.count == SHA256.byteCount else { return nil }
    return bytes
  }

  /// Reads the server's digest from the response fields; throws if a requested digest is missing.
  mutating func take(_ fields: HTTP.Fields) throws(HTTPSessionError.Reason) {
    guard asksServer else { return }
    guard let value = fields[.reprDigest], let stated = Self.stated(value.bytes) else {
      throw .digest(.notStated)
    }
    expected.append(stated)
  }

  mutating func update(_ bytes: [UInt8]) { hash.update(bytes) }

  /// Checks that the saved content has the expected SHA-256 digests.
  func check() throws(HTTPSessionError.Reason) {
    let found = hash.finalize()
    for digest in expected where digest != found {
      throw .digest(.mismatch(expected: digest, found: found))
    }
  }

  /// Returns the SHA-256 digest in a dictionary field. If the field contains several SHA-256
  /// digests, the last digest counts. RFC 8941 section 4.2.2.
  private static func stated(_ value: [UInt8]) -> [UInt8]? {
    let key = Array("sha-256=:".utf8)
    let members = value.split(separator: 0x2c).map { $0.drop { $0 == 0x20 || $0 == 0x09 } }
    guard let member = members.last(where: { $0.starts(with: key) }) else { return nil }
    let text = member.dropFirst(key.count).prefix { $0 != 0x3a }
    guard text.endIndex < member.endIndex, let bytes = try? Base64.decode(Array(text).span),
      bytes.count == SHA256.byteCount
    else { return nil }
    return bytes
  }
}

extension HTTP.FieldName {
  static let reprDigest = HTTP.FieldName("Repr-Digest")
  static let wantReprDigest = HTTP.FieldName("Want-Repr-Digest")
}
