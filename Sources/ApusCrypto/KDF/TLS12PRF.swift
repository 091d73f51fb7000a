public import ApusBytes

/// The pseudorandom function of TLS 1.2. RFC 5246 section 5.
public enum TLS12PRF {
  /// The maximum number of bytes of one derivation, which is far more than a handshake needs.
  public static let outputLimit = 65_536

  /// Derives bytes from a TLS 1.2 secret and a label.
  public static func derive(
    _ hash: HashAlgorithm, secret: borrowing SecretBytes, label: String, seed: Span<UInt8>,
    byteCount: Int
  ) throws(CryptoError) -> SecretBytes {
    guard (0...outputLimit).contains(byteCount) else {
      throw .outputByteCountOutOfRange(byteCount, limit: outputLimit)
    }
    return expand(hash, secret: secret, label: label, seed: seed, byteCount: byteCount)
  }

  /// Derives at most `outputLimit` bytes from a TLS 1.2 secret, a label and a seed.
  ///
  /// The function computes P_hash(secret, seed) = HMAC_hash(secret, A(1) + seed) +
  /// HMAC_hash(secret, A(2) + seed) + … with A(0) = label + seed and A(i) = HMAC_hash(secret, A(i -
  /// 1)).
  public static func expand(
    _ hash: HashAlgorithm, secret: borrowing SecretBytes, label: String, seed: Span<UInt8>,
    byteCount: Int
  ) -> SecretBytes {
    precondition((0...outputLimit).contains(byteCount), "more bytes than can be derived")
    let label = Array(label.utf8)
    let blockByteCount = hash.digestByteCount
    var hmac = HMAC(hash, key: secret)
    var chain = SecretBytes(zeros: blockByteCount)
    var block = SecretBytes(zeros: blockByteCount)
    hmac.update(label.span)
    hmac.update(seed)
    chain.withMutableBytes { hmac.finalize(into: &$0) }
    return SecretBytes(count: byteCount) { output in
      var done = 0
      while done < byteCount {
        chain.withBytes { hmac.update($0) }
        hmac.update(label.span)
        hmac.update(seed)
        block.withMutableBytes { hmac.finalize(into: &$0) }
        let count = min(blockByteCount, byteCount - done)
        block.withBytes { output.copy($0.extracting(0..<count), at: done) }
        done += count
        chain.withBytes { hmac.update($0) }
        chain.withMutableBytes { hmac.finalize(into: &$0) }
      }
    }
  }
}
