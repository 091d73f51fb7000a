internal import ApusBytes

extension ECDSASignature {
  /// Signs with a nonce that depends on 32 random bytes beside the key and the digest.
  ///
  /// Whose bytes they are is known at run time only: a type parameter that callers fill in another
  /// module would keep all that is called here from being compiled for its curve.
  init(
    forDigest digest: Span<UInt8>, by key: borrowing SecretScalar<Curve>,
    using random: any RandomSource
  ) throws(CryptoError) {
    let extra: [UInt8]
    do throws(RandomError) { extra = try random.bytes(32) } catch { throw .randomness(error) }
    try self.init(forDigest: digest, by: key, hedgedWith: extra.span)
  }

  /// Signs: r is the x coordinate of k · G, and s is (z + r · d) / k.
  ///
  /// k is the nonce and d the key. FIPS 186-5 section 6.4.1.
  init(
    forDigest digest: Span<UInt8>, by key: borrowing SecretScalar<Curve>,
    hedgedWith extra: Span<UInt8>
  ) throws(CryptoError) {
    guard let hash = HashAlgorithm(digestByteCount: digest.count) else {
      throw .unsupportedDigest(byteCount: digest.count)
    }
    let z = Curve.Scalar(leftmostBitsOf: digest)
    var nonces = DeterministicNonces<Curve>(hash, digest: z, key: key, extra: extra)
    // A nonce whose r or s is zero, which no one will ever see, is followed by the next.
    while true {
      let nonce = nonces.next()
      let r = Curve.Scalar(bigEndian: nonce.multipleOfGenerator().x.bytes.span)
      let s = key.withBytes { key in
        nonce.withBytes { nonce in Self.s(z: z, r: r, key: key, nonce: nonce) }
      }
      Wipe.stack()
      if let signature = Self(r: r, s: s) {
        self = signature
        return
      }
    }
  }

  @inline(never)
  private static func s(
    z: Curve.Scalar, r: Curve.Scalar, key: Span<UInt8>, nonce: Span<UInt8>
  ) -> Curve.Scalar {
    (z + r * Curve.Scalar(bigEndian: key)) * Curve.Scalar(bigEndian: nonce).inverted()
  }
}
