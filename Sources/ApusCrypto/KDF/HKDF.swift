public import ApusBytes

/// The extract-and-expand key derivation function. RFC 5869 section 2.
public enum HKDF {
  /// How many blocks of a digest's length can be derived: their counter is one byte.
  public static let blockLimit = 255

  /// Concentrates a secret into a key of a digest's length. RFC 5869 section 2.2.
  public static func extract(
    _ hash: HashAlgorithm, salt: Span<UInt8>, secret: Span<UInt8>
  ) -> SecretBytes {
    var hmac = HMAC(hash, key: salt)
    hmac.update(secret)
    return SecretBytes(count: hash.digestByteCount) { hmac.finalize(into: &$0) }
  }

  /// Concentrates a secret, under a salt that is secret too, into a key of a digest's length.
  public static func extract(
    _ hash: HashAlgorithm, salt: borrowing SecretBytes, secret: borrowing SecretBytes
  ) -> SecretBytes {
    salt.withBytes { salt in secret.withBytes { extract(hash, salt: salt, secret: $0) } }
  }

  /// Derives bytes from a key that `extract` gave. RFC 5869 section 2.3.
  public static func expand(
    _ hash: HashAlgorithm, key: borrowing SecretBytes, info: Span<UInt8>, byteCount: Int
  ) throws(CryptoError) -> SecretBytes {
    let limit = blockLimit * hash.digestByteCount
    guard (0...limit).contains(byteCount) else {
      throw .outputByteCountOutOfRange(byteCount, limit: limit)
    }
    var expander = Expander(hash, key: key)
    return expander.expand(info: info, byteCount: byteCount)
  }
}
