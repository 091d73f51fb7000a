/// The hash functions that signatures and key derivations name.
public enum HashAlgorithm: Sendable, Hashable, CaseIterable {
  case sha256, sha384, sha512

  /// How many bytes a digest has. FIPS 180-4 section 1.
  public var digestByteCount: Int {
    switch self {
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }
}
