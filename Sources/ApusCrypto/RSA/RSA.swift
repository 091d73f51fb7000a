/// RSA signatures with both paddings of RFC 8017.
public enum RSA {
  /// The smallest number of bits of a modulus, if the caller does not allow a smaller one.
  public static let minimumBitCount = 2048

  /// The smallest number of bits of a modulus that a caller can allow.
  public static let smallestBitCount = 1024

  /// The largest number of bits of a modulus: the cost of an operation grows with its cube.
  public static let maximumBitCount = 8192

  /// The largest public exponent; a public operation has as many steps as it has bits.
  public static let maximumExponent: UInt64 = 1 << 33 - 1

  /// The padding that turns a digest into a number as long as the modulus, with its hash function.
  public enum Padding: Sendable, Hashable {
    /// RSASSA-PKCS1-v1_5. RFC 8017 section 8.2.
    case pkcs1(HashAlgorithm)
    /// RSASSA-PSS, with the same hash function for the mask. RFC 8017 section 8.1.
    case pss(HashAlgorithm, saltByteCount: Int)

    /// Returns RSASSA-PSS with a salt as long as the digest, as TLS and certificates use it.
    public static func pss(_ hash: HashAlgorithm) -> Padding {
      .pss(hash, saltByteCount: hash.digestByteCount)
    }

    /// The hash function of the digest.
    public var hash: HashAlgorithm {
      switch self {
      case .pkcs1(let hash), .pss(let hash, _): hash
      }
    }
  }
}
