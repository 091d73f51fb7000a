/// Signatures with RSA, in both paddings of RFC 8017.
public enum RSA {
  /// How many bits a modulus has at least, if the caller does not allow a smaller one.
  public static let minimumBitCount = 2048

  /// How many bits a modulus has at least, whatever the caller allows.
  public static let smallestBitCount = 1024

  /// How many bits a modulus has at most: what a longer one costs grows with its cube.
  public static let maximumBitCount = 8192

  /// The greatest public exponent; a public operation has as many steps as it has bits.
  public static let maximumExponent: UInt64 = 1 << 33 - 1

  /// How a digest is turned into a number as long as the modulus, and with which hash function.
  public enum Padding: Sendable, Hashable {
    /// RSASSA-PKCS1-v1_5. RFC 8017 section 8.2.
    case pkcs1(HashAlgorithm)
    /// RSASSA-PSS, whose mask is made with the same hash function. RFC 8017 section 8.1.
    case pss(HashAlgorithm, saltByteCount: Int)

    /// Returns RSASSA-PSS with a salt as long as the digest, as TLS and certificates have it.
    public static func pss(_ hash: HashAlgorithm) -> Padding {
      .pss(hash, saltByteCount: hash.digestByteCount)
    }

    /// The hash function that made the digest.
    public var hash: HashAlgorithm {
      switch self {
      case .pkcs1(let hash), .pss(let hash, _): hash
      }
    }
  }
}
