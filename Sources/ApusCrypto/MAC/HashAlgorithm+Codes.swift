internal import ApusBytes

/// Convenience methods for the signatures of requests, which do not require an import of the
/// cryptographic module.
extension HashAlgorithm {
  /// Returns the digest of a whole message.
  public func digest(of message: [UInt8]) -> [UInt8] { digest(of: message.span) }

  /// Returns the message authentication code (HMAC) of a message with a key.
  ///
  ///     let code = HashAlgorithm.sha256.code(of: Array(text.utf8), key: key)
  ///
  /// Check the code of a received message with `Authentication.Secret.verifies`, whose running time
  /// does not depend on the differences. RFC 2104 section 2.
  public func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    HMAC.code(self, key: key.span, for: message.span)
  }

  /// Returns bytes, such as a digest, as lower-case hexadecimal digits.
  public static func hex(_ bytes: [UInt8]) -> String { Hex.encode(bytes) }
}
