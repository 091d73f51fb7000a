public import ApusBytes

extension P256.PublicKey {
  /// Whether a signature is of that digest and by this key; what is malformed is not.
  ///
  /// Everything here is public, and the time it takes depends on it.
  public func isValid(
    signature: Span<UInt8>, _ encoding: ECDSA.Encoding = .der, forDigest digest: Span<UInt8>
  ) -> Bool {
    guard let signature = try? ECDSASignature<P256>(signature, encoding) else { return false }
    return signature.isValidVariableTime(forDigest: digest, by: point)
  }
}

extension P256.PrivateKey {
  /// Signs a digest of 32, 48 or 64 bytes.
  ///
  /// The nonce is derived from key and digest, and from random bytes beside them: neither a source
  /// that repeats itself nor a fault in the computation gives away the key.
  public func signature(
    forDigest digest: Span<UInt8>, _ encoding: ECDSA.Encoding = .der,
    using random: some RandomSource
  ) throws(CryptoError) -> [UInt8] {
    try ECDSASignature(forDigest: digest, by: scalar, using: random).encoded(encoding)
  }
}
