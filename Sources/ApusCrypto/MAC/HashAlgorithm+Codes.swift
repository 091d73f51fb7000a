internal import ApusBytes

/// The hash functions for signatures of requests, without a module of primitives.
extension HashAlgorithm {
  /// Returns the digest of a message.
  public func digest(of message: [UInt8]) -> [UInt8] { digest(of: message.span) }

  /// Returns the authentication code of a message under a key.
  ///
  ///     let code = HashAlgorithm.sha256.code(of: Array(text.utf8), key: key)
  ///
  /// This is HMAC. Check the code of a received message by `Authentication.Secret.verifies`, whose
  /// time does not depend on the differences. RFC 2104 section 2.
  public func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
    HMAC.code(self, key: key.span, for: message.span)
  }

  /// Returns bytes, such as a digest, as lower-case hexadecimal digits.
  public static func hex(_ bytes: [UInt8]) -> String { Hex.encode(bytes) }
}
