/// The hash functions that signatures and key derivations name.
public enum HashAlgorithm: Sendable, Hashable, CaseIterable {
  case sha256, sha384, sha512

  /// How many bytes a digest has. FIPS 180-4 section 1.
  public var digestByteCount: Int {
    switch self {
    case .sha256: SHA256.byteCount
    case .sha384: SHA384.byteCount
    case .sha512: SHA512.byteCount
    }
  }

  /// The digest of a whole message.
  public func digest(of message: Span<UInt8>) -> [UInt8] {
    switch self {
    case .sha256: SHA256.digest(of: message)
    case .sha384: SHA384.digest(of: message)
    case .sha512: SHA512.digest(of: message)
    }
  }
}
