public import ApusBytes

extension HKDF {
  /// A key that `extract` or `expand` gave, made ready to derive for many purposes.
  ///
  /// What HMAC makes of the key is computed once. It is for a short while: a key that is kept is
  /// kept as its bytes.
  public struct Expander: ~Copyable {
    /// The hash function under it.
    public let hash: HashAlgorithm
    private var hmac: HMAC

    /// Makes a key ready.
    public init(_ hash: HashAlgorithm, key: borrowing SecretBytes) {
      self.hash = hash
      hmac = HMAC(hash, key: key)
    }

    /// The most bytes that can be derived at once.
    public var outputLimit: Int { HKDF.blockLimit * hash.digestByteCount }

    /// Derives bytes, at most `outputLimit`. RFC 5869 section 2.3.
    public mutating func expand(info: Span<UInt8>, byteCount: Int) -> SecretBytes {
      precondition((0...outputLimit).contains(byteCount), "as many bytes as can be derived")
      var block = nextBlock(info, 1)
      // Most of what is derived is one block.
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

    /// Derives a secret of TLS 1.3 for the purpose that label and context name.
    ///
    /// Neither may be longer than `labelLimit` and `contextLimit`. RFC 8446 section 7.1.
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
