internal import ApusCrypto

extension X509.PublicKey {
  /// Returns a Boolean value that indicates whether two public keys are the same key, even if their
  /// DER differs.
  ///
  /// The DER of a key can differ in several ways. A point has a compressed and an uncompressed form
  /// (RFC 5480 section 2.2), and parameters may be absent. An RSA key for PSS only is the same key
  /// as an RSA key for any use (RFC 4055 section 1.2). Keys with unsupported algorithms are
  /// compared byte by byte.
  ///
  /// A private key, a certification request and a certificate belong together if their public keys
  /// are the same.
  ///
  /// - Parameter other: The public key to compare with.
  public func isSameKey(as other: X509.PublicKey) -> Bool {
    if self == other { return true }
    guard let left = try? VerificationKey(spki: der.span, allowingSmallModulus: true),
      let right = try? VerificationKey(spki: other.der.span, allowingSmallModulus: true)
    else { return false }
    switch (left, right) {
    case (.rsa(let left), .rsaPSS(let right, _)), (.rsaPSS(let left, _), .rsa(let right)):
      return left == right
    default: return left == right
    }
  }
}
