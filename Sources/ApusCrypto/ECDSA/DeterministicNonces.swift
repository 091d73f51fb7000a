internal import ApusBytes

/// A deterministic generator of ECDSA nonces (RFC 6979), which uses HMAC on a digest and a private
/// key.
///
/// With an empty `extra`, the nonces are the nonces of RFC 6979. A nonempty `extra` is the
/// additional input of RFC 6979 section 3.6. Letters and steps follow RFC 6979 section 3.2.
struct DeterministicNonces<Curve: NISTCurve>: ~Copyable {
  private let hash: HashAlgorithm
  private var k: SecretBytes
  private var v: SecretBytes
  private var isFirst = true

  /// Initializes the nonce generator with steps a to g. The parameter `digest` contains the
  /// left-most bits of the digest modulo the order.
  init(
    _ hash: HashAlgorithm, digest: Curve.Scalar, key: borrowing SecretScalar<Curve>,
    extra: Span<UInt8>
  ) {
    self.hash = hash
    k = SecretBytes(zeros: hash.digestByteCount)
    v = SecretBytes(zeros: hash.digestByteCount)
    v.withMutableBytes { v in
      for index in v.indices { v[index] = 1 }
    }
    let digest = digest.bytes
    key.withBytes { key in
      stir(0, key, digest.span, extra)
      stir(1, key, digest.span, extra)
    }
  }

  /// Returns the next nonce by step h, which generates candidates until a candidate is a valid
  /// scalar.
  ///
  /// The rejection of a candidate is public, because the rejected candidate reveals nothing about
  /// the next candidate.
  mutating func next() -> SecretScalar<Curve> {
    while true {
      if !isFirst { stir(0, Span(), Span(), Span()) }
      isFirst = false
      if let scalar = try? SecretScalar<Curve>(candidate()) { return scalar }
    }
  }

  /// Replaces the HMAC key K by the HMAC of V and the input, and then updates V.
  private mutating func stir(
    _ step: UInt8, _ key: Span<UInt8>, _ digest: Span<UInt8>, _ extra: Span<UInt8>
  ) {
    var hmac = HMAC(hash, key: k)
    v.withBytes { hmac.update($0) }
    hmac.update([step].span)
    hmac.update(key)
    hmac.update(digest)
    hmac.update(extra)
    k.withMutableBytes { hmac.finalize(into: &$0) }
    advance()
  }

  /// Generates a nonce candidate with as many bits as the order, by the steps h.2 and h.3 and
  /// `bits2int` of section 2.3.2.
  private mutating func candidate() -> SecretBytes {
    var bits = SecretBytes(zeros: Curve.Scalar.byteCount)
    var filled = 0
    while filled < bits.count {
      advance()
      let count = min(v.count, bits.count - filled)
      v.withBytes { v in
        bits.withMutableBytes { bits in
          for index in 0..<count { bits[filled + index] = v[index] }
        }
      }
      filled += count
    }
    let excess = 8 * bits.count - Curve.Order.bitCount
    bits.withMutableBytes { $0.shiftRight(by: excess) }
    return bits
  }

  /// Replaces V by the HMAC of V with the key K.
  private mutating func advance() {
    var hmac = HMAC(hash, key: k)
    v.withBytes { hmac.update($0) }
    v.withMutableBytes { hmac.finalize(into: &$0) }
  }
}

extension MutableSpan<UInt8> {
  /// Shifts a big-endian number to the right by less than 8 bits.
  fileprivate mutating func shiftRight(by bits: Int) {
    var above: UInt16 = 0
    for index in indices {
      let window = above << 8 | UInt16(self[index])
      above = UInt16(self[index])
      self[index] = UInt8(truncatingIfNeeded: window >> UInt16(bits))
    }
  }
}
