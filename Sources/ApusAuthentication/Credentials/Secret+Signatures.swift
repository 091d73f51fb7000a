internal import ApusBytes
internal import ApusCrypto

extension Authentication.Secret {
  /// Returns whether a signature is the HMAC-SHA-256 of a message under this secret.
  ///
  ///     let key = Authentication.Secret(secret)
  ///     let isGenuine = key.verifies(headers["X-Hub-Signature-256"] ?? "", of: body)
  ///
  /// Services sign the requests of their webhooks in this way. The message is the body as it was
  /// received; some services put a time and a separator before it.
  ///
  ///     signature = [ scheme "=" ] ( 64HEXDIG / 43base64-char "=" )
  ///
  /// The scheme, such as `sha256` or `v0`, has no effect. The time does not depend on the
  /// differences between the codes. RFC 2104 section 2, RFC 4648 sections 4 and 8.
  ///
  /// - Parameters:
  ///   - signature: The received code, in hexadecimal digits or base64.
  ///   - message: The signed bytes.
  /// - Returns: True if the code is right; false if it is wrong or malformed.
  public func verifies(_ signature: String, of message: some Collection<UInt8>) -> Bool {
    guard let code = Self.code(of: Array(signature.utf8)) else { return false }
    let octets = Array(message)
    return withBytes { key in
      var hmac = HMAC(.sha256, key: key)
      hmac.update(octets.span)
      return hmac.isValid(code: code.span)
    }
  }

  /// Reads the bytes of a code after its scheme; nil if they are not as many as SHA-256 has.
  private static func code(of signature: [UInt8]) -> [UInt8]? {
    var text = signature[...]
    // An equals sign at the end is padding.
    if let end = text.firstIndex(of: 0x3d), end + 1 < text.endIndex { text = text[(end + 1)...] }
    let octets = Array(text)
    switch octets.count {
    case 64: return try? Hex.decode(octets.span)
    case 44: return try? Base64.decode(octets.span)
    default: return nil
    }
  }
}
