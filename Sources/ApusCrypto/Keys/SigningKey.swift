public import ApusBytes

/// A private key that signs messages with any supported algorithm.
///
/// The private key is wiped when its only owner releases the key.
public enum SigningKey: ~Copyable, Sendable {
  /// An RSA key that signs with PKCS #1 v1.5 padding or PSS padding.
  case rsa(RSA.PrivateKey)
  /// An RSA key for PSS signatures only, with optional restrictions.
  case rsaPSS(RSA.PSSPrivateKey)
  /// An ECDSA key over the curve P-256.
  case p256(P256.PrivateKey)
  /// An ECDSA key over the curve P-384.
  case p384(P384.PrivateKey)
  /// An ECDSA key over the curve P-521.
  case p521(P521.PrivateKey)
  /// An Ed25519 key.
  case ed25519(Ed25519.PrivateKey)

  /// The public key that belongs to the private key.
  public var publicKey: VerificationKey {
    switch self {
    case .rsa(let key): .rsa(key.publicKey)
    case .rsaPSS(let pss): .rsaPSS(pss.key.publicKey, pss.restriction)
    case .p256(let key): .p256(key.publicKey)
    case .p384(let key): .p384(key.publicKey)
    case .p521(let key): .p521(key.publicKey)
    case .ed25519(let key): .ed25519(key.publicKey)
    }
  }

  /// The signature algorithms that the key supports, in descending order of preference.
  public var supportedAlgorithms: [SignatureAlgorithm] { publicKey.supportedAlgorithms }

  /// Signs a message with a signature algorithm that the key supports.
  ///
  /// Every signature except an Ed25519 signature uses random bytes.
  public func signature(
    for message: Span<UInt8>, _ algorithm: SignatureAlgorithm, using random: some RandomSource
  ) throws(CryptoError) -> [UInt8] {
    guard publicKey.supports(algorithm) else { throw .unsupportedSignature(algorithm) }
    let digest = algorithm.hash?.digest(of: message) ?? []
    switch self {
    case .rsa(let key): return try key.signature(forDigest: digest, algorithm, using: random)
    case .rsaPSS(let pss): return try pss.key.signature(forDigest: digest, algorithm, using: random)
    case .p256(let key): return try key.signature(forDigest: digest.span, using: random)
    case .p384(let key): return try key.signature(forDigest: digest.span, using: random)
    case .p521(let key): return try key.signature(forDigest: digest.span, using: random)
    case .ed25519(let key): return key.signature(for: message)
    }
  }
}

extension RSA.PrivateKey {
  /// Signs a digest with an RSA signature algorithm, and throws an error for other algorithms.
  fileprivate func signature(
    forDigest digest: [UInt8], _ algorithm: SignatureAlgorithm, using random: some RandomSource
  ) throws(CryptoError) -> [UInt8] {
    switch algorithm {
    case .rsaPKCS1(let hash):
      return try signature(forDigest: digest.span, .pkcs1(hash), using: random)
    case .rsaPSS(let hash, let saltByteCount):
      return try signature(
        forDigest: digest.span, .pss(hash, saltByteCount: saltByteCount), using: random)
    case .ecdsa, .ed25519: throw .unsupportedSignature(algorithm)
    }
  }
}
