internal import ApusBytes
internal import ApusCrypto

extension Authentication.Secret {
  /// Returns whether a signature is the HMAC-SHA-256 of a message with this secret as the key.
  ///
  ///     let key = Authentication.Secret(secret)
  ///     let isGenuine = key.verifies(headers["X-Hub-Signature-256"] ?? "", of: body)
  ///
  /// Many services sign the requests of their webhooks in this way. The message is the received
  /// body of the webhook request. Some services sign a time and a separator before the body.
  ///
  ///     signature = [ scheme "=" ] ( 64HEXDIG / 43base64-char "=" )
  ///
  /// The scheme of the signature, such as `sha256` or `v0`, has no effect. The running time does
  /// not depend on the differences between the two codes. RFC 2104 section 2, RFC 4648 sections 4
  /// and 8.
  ///
  /// - Parameters:
  ///   - signature: The received code, in hexadecimal digits or base64.
  ///   - message: The signed bytes of the message.
  /// - Returns: The value `true` if the code is right, or `false` if the code is wrong or
  ///   malformed.
  public func verifies(_ signature: String, of message: some Collection<UInt8>) -> Bool {
    guard let code = Self.code(of: Array(signature.utf8)) else { return false }
    let octets = Array(message)
    return withBytes { key in
      var hmac = HMAC(.sha256, key: key)
      hmac.update(octets.span)
      return hmac.isValid(code: code.span)
    }
  }

  /// Decodes the bytes of a signature after its scheme. The value is `nil` if the signature does
  /// not have the length of a SHA-256 code.
  private static func code(of signature: [UInt8]) -> [UInt8]? {
    var text = signature[...]
    // An equals sign at the end of the signature is base64 padding, not the end of a scheme.
    if let end = text.firstIndex(of: 0x3d), end + 1 < text.endIndex { text = text[(end + 1)...] }
    let octets = Array(text)
    switch octets.count {
    case 64: return try? Hex.decode(octets.span)
    case 44: return try? Base64.decode(octets.span)
    default: return nil
    }
  }
}
