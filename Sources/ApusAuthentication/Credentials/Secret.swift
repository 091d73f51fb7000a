public import ApusBytes
internal import ApusCrypto

extension Authentication {
  /// A password or a token. Descriptions never contain the secret, and its memory is overwritten
  /// when the last copy of the value is released.
  ///
  /// The original text that the caller passes is not overwritten.
  public struct Secret: Sendable {
    /// The memory that all copies of a secret share.
    private final class Block: Sendable {
      let bytes: SecretBytes

      init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
    }

    private let block: Block

    /// Creates a secret from secret bytes.
    ///
    /// - Parameter bytes: The bytes, which are overwritten when they are released.
    public init(_ bytes: consuming SecretBytes) { block = Block(bytes) }

    /// Creates a secret from a copy of a text's UTF-8 bytes.
    ///
    /// - Parameter text: The text to copy.
    public init(_ text: String) {
      self.init(
        SecretBytes(count: text.utf8.count) { secret in
          for (index, byte) in text.utf8.enumerated() { secret[index] = byte }
        })
    }

    /// Calls a closure with the bytes of the secret.
    ///
    /// - Parameter body: The closure that reads the bytes, which are valid only during the call.
    public func withBytes<Result: ~Copyable, Failure: Error>(
      _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try block.bytes.withBytes(body)
    }

    /// Returns the secret between public bytes before and after it, as new secret bytes.
    package func between(_ head: [UInt8], and tail: [UInt8] = []) -> SecretBytes {
      withBytes { middle in
        SecretBytes(count: head.count + middle.count + tail.count) { bytes in
          for index in head.indices { bytes[index] = head[index] }
          for index in middle.indices { bytes[head.count + index] = middle[index] }
          let end = head.count + middle.count
          for index in tail.indices { bytes[end + index] = tail[index] }
        }
      }
    }
  }
}

extension Authentication.Secret: Equatable {
  /// Returns whether two secrets have the same bytes.
  /// The running time does not depend on the differences.
  public static func == (left: Self, right: Self) -> Bool {
    left.withBytes { one in
      right.withBytes { other in
        // PUBLIC: The caller needs the result of the comparison.
        ConstantTime.equal(one, other).declassified
      }
    }
  }
}

extension Authentication.Secret: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// A placeholder text, which does not contain the secret.
  public var description: String { "<redacted>" }

  public var debugDescription: String { description }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

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
