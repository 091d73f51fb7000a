public import ApusBytes

extension HKDF {
  /// How many bytes a label may have, without the prefix that every label gets.
  public static let labelLimit = 255 - prefix.count

  /// How many bytes a context may have.
  public static let contextLimit = 255

  private static let prefix: [UInt8] = Array("tls13 ".utf8)

  /// Derives bytes for one purpose, which label and context name, from a secret of TLS 1.3.
  ///
  /// RFC 8446 section 7.1.
  public static func expandLabel(
    _ hash: HashAlgorithm, key: borrowing SecretBytes, label: String, context: Span<UInt8>,
    byteCount: Int
  ) throws(CryptoError) -> SecretBytes {
    guard label.utf8.count <= labelLimit else {
      throw .inputTooLong(byteCount: label.utf8.count, limit: labelLimit)
    }
    guard context.count <= contextLimit else {
      throw .inputTooLong(byteCount: context.count, limit: contextLimit)
    }
    let info = labelInfo(label, context: context, byteCount: byteCount)
    return try expand(hash, key: key, info: info.span, byteCount: byteCount)
  }

  /// What says the purpose, of label and context within their limits.
  ///
  ///     struct {
  ///         uint16 length = Length;
  ///         opaque label<7..255> = "tls13 " + Label;
  ///         opaque context<0..255> = Context;
  ///     } HkdfLabel;
  ///
  /// RFC 8446 section 7.1.
  static func labelInfo(_ label: String, context: Span<UInt8>, byteCount: Int) -> [UInt8] {
    let labelByteCount = prefix.count + label.utf8.count
    var info = ByteWriter(capacity: 4 + labelByteCount + context.count)
    info.write(UInt16(truncatingIfNeeded: byteCount))
    info.write(UInt8(truncatingIfNeeded: labelByteCount))
    info.write(prefix)
    info.write(label)
    info.write(UInt8(truncatingIfNeeded: context.count))
    info.write(context)
    return info.bytes
  }
}
