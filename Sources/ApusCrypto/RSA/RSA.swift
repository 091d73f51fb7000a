/// RSA signatures with PKCS #1 v1.5 padding and PSS padding. RFC 8017.
public enum RSA {
  /// The minimum number of bits of an RSA modulus, unless the caller allows a smaller modulus.
  public static let minimumBitCount = 2048

  /// The minimum number of bits of an RSA modulus that a caller can allow.
  public static let smallestBitCount = 1024

  /// The maximum number of bits of an RSA modulus. The cost of an operation grows with the cube of
  /// the number.
  public static let maximumBitCount = 8192

  /// The maximum public exponent of an RSA key. A public operation has as many steps as the
  /// exponent has bits.
  public static let maximumExponent: UInt64 = 1 << 33 - 1

  /// The padding and the hash function that turn a digest into a number as long as the modulus.
  public enum Padding: Sendable, Hashable {
    /// The padding RSASSA-PKCS1-v1_5 with a hash function. RFC 8017 section 8.2.
    case pkcs1(HashAlgorithm)
    /// The padding RSASSA-PSS, which uses one hash function for the digest and the mask. RFC 8017
    /// section 8.1.
    case pss(HashAlgorithm, saltByteCount: Int)

    /// Returns RSASSA-PSS with a salt of the same length as the digest, which TLS and certificates
    /// use.
    public static func pss(_ hash: HashAlgorithm) -> Padding {
      .pss(hash, saltByteCount: hash.digestByteCount)
    }

    /// The hash function of the signed digest.
    public var hash: HashAlgorithm {
      switch self {
      case .pkcs1(let hash), .pss(let hash, _): hash
      }
    }
  }
}
