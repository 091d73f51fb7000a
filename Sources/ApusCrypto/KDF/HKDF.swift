public import ApusBytes

/// The key derivation function HKDF, which extracts and expands keys. RFC 5869 section 2.
public enum HKDF {
  /// The maximum number of output blocks of HKDF, because the block counter is one byte.
  public static let blockLimit = 255

  /// Extracts a pseudorandom key from a secret. The key is as long as a digest. RFC 5869 section
  /// 2.2.
  public static func extract(
    _ hash: HashAlgorithm, salt: Span<UInt8>, secret: Span<UInt8>
  ) -> SecretBytes {
    var hmac = HMAC(hash, key: salt)
    hmac.update(secret)
    return SecretBytes(count: hash.digestByteCount) { hmac.finalize(into: &$0) }
  }

  /// Extracts a pseudorandom key from a secret and a secret salt. The key is as long as a digest.
  public static func extract(
    _ hash: HashAlgorithm, salt: borrowing SecretBytes, secret: borrowing SecretBytes
  ) -> SecretBytes {
    salt.withBytes { salt in secret.withBytes { extract(hash, salt: salt, secret: $0) } }
  }

  /// Expands a pseudorandom key from `extract` to the requested number of bytes. RFC 5869 section
  /// 2.3.
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

extension HKDF {
  /// A key from `extract` or `expand` that is prepared for several derivations.
  ///
  /// The state of HMAC is computed only once for the key. Use an expander only for a short time,
  /// and store the bytes of the key if the key is needed later.
  public struct Expander: ~Copyable {
    /// The hash function of the key derivation.
    public let hash: HashAlgorithm
    private var hmac: HMAC

    /// Prepares a pseudorandom key for several HKDF derivations.
    public init(_ hash: HashAlgorithm, key: borrowing SecretBytes) {
      self.hash = hash
      hmac = HMAC(hash, key: key)
    }

    /// The maximum number of bytes that one derivation can return.
    public var outputLimit: Int { HKDF.blockLimit * hash.digestByteCount }

    /// Derives at most `outputLimit` bytes from the prepared key. RFC 5869 section 2.3.
    public mutating func expand(info: Span<UInt8>, byteCount: Int) -> SecretBytes {
      precondition((0...outputLimit).contains(byteCount), "more bytes than can be derived")
      var block = nextBlock(info, 1)
      // Most derivations return one block, so a separate return for one block is faster.
      if byteCount == hash.digestByteCount { return block }
      var output = SecretBytes(zeros: byteCount)
      var done = 0
      var counter: UInt8 = 1
      while done < byteCount {
        if done > 0 {
          counter &+= 1
          block.withBytes { hmac.update($0) }
          block = nextBlock(info, counter)
        }
        let count = min(hash.digestByteCount, byteCount - done)
        output.withMutableBytes { output in
          block.withBytes { output.copy($0.extracting(0..<count), at: done) }
        }
        done += count
      }
      return output
    }

    private mutating func nextBlock(_ info: Span<UInt8>, _ counter: UInt8) -> SecretBytes {
      hmac.update(info)
      hmac.update(CollectionOfOne(counter).span)
      return SecretBytes(count: hash.digestByteCount) { hmac.finalize(into: &$0) }
    }

    /// Derives a TLS 1.3 secret from a label and a context.
    ///
    /// The label has at most `labelLimit` bytes, and the context has at most `contextLimit` bytes.
    /// RFC 8446 section 7.1.
    public mutating func expandLabel(
      _ label: String, context: Span<UInt8>, byteCount: Int
    ) -> SecretBytes {
      precondition(
        label.utf8.count <= HKDF.labelLimit && context.count <= HKDF.contextLimit,
        "label and context have one byte each for their length")
      let info = HKDF.labelInfo(label, context: context, byteCount: byteCount)
      return expand(info: info.span, byteCount: byteCount)
    }
  }
}

extension HKDF {
  /// The maximum number of bytes of a TLS 1.3 label, without the prefix that precedes every label.
  public static let labelLimit = 255 - prefix.count

  /// The maximum number of bytes of the context of a TLS 1.3 label.
  public static let contextLimit = 255

  private static let prefix: [UInt8] = Array("tls13 ".utf8)

  /// Derives bytes from a TLS 1.3 secret, a label and a context.
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

  /// Encodes a label and a context as HkdfLabel. The label and the context must not exceed their
  /// limits.
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
