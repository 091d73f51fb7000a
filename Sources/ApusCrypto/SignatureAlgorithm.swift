/// A signature algorithm: the kind of key, the hash function and the padding.
public enum SignatureAlgorithm: Sendable, Hashable {
  /// ECDSA over any of the curves, encoded in DER.
  case ecdsa(HashAlgorithm)
  /// RSASSA-PKCS1-v1_5.
  case rsaPKCS1(HashAlgorithm)
  /// RSASSA-PSS, with the same hash function for the mask.
  case rsaPSS(HashAlgorithm, saltByteCount: Int)
  /// Ed25519, which hashes the message itself.
  case ed25519

  /// Returns RSASSA-PSS with a salt as long as the digest, as TLS and certificates use it.
  public static func rsaPSS(_ hash: HashAlgorithm) -> SignatureAlgorithm {
    .rsaPSS(hash, saltByteCount: hash.digestByteCount)
  }

  /// The hash function of the message, or nil for Ed25519.
  public var hash: HashAlgorithm? {
    switch self {
    case .ecdsa(let hash), .rsaPKCS1(let hash), .rsaPSS(let hash, _): hash
    case .ed25519: nil
    }
  }
}

extension SignatureAlgorithm: CustomStringConvertible {
  public var description: String {
    switch self {
    case .ecdsa(let hash): "ECDSA with \(hash)"
    case .rsaPKCS1(let hash): "RSA PKCS #1 with \(hash)"
    case .rsaPSS(let hash, let saltByteCount):
      "RSA-PSS with \(hash) and a salt of \(saltByteCount) bytes"
    case .ed25519: "Ed25519"
    }
  }
}

/// The hash functions that signatures and key derivations name.
public enum HashAlgorithm: Sendable, Hashable, CaseIterable {
  case sha256, sha384, sha512
}
