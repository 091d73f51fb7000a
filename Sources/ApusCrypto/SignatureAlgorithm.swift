/// A signature algorithm, which consists of the kind of key, the hash function and the padding.
public enum SignatureAlgorithm: Sendable, Hashable {
  /// ECDSA over a supported elliptic curve, with DER-encoded signatures.
  case ecdsa(HashAlgorithm)
  /// RSASSA-PKCS1-v1_5 with the given hash function.
  case rsaPKCS1(HashAlgorithm)
  /// RSASSA-PSS, which uses one hash function for the message and the mask.
  case rsaPSS(HashAlgorithm, saltByteCount: Int)
  /// Ed25519, which hashes the message as part of the signature algorithm.
  case ed25519

  /// Returns RSASSA-PSS with a salt of the same length as the digest, which TLS and certificates
  /// use.
  public static func rsaPSS(_ hash: HashAlgorithm) -> SignatureAlgorithm {
    .rsaPSS(hash, saltByteCount: hash.digestByteCount)
  }

  /// The hash function of the message, or `nil` for Ed25519.
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

/// A hash function for signatures and key derivations.
public enum HashAlgorithm: Sendable, Hashable, CaseIterable {
  case sha256, sha384, sha512
}
