internal import ApusASN1

extension RSA {
  /// With what alone a key of `id-RSASSA-PSS` may sign. RFC 4055 section 3.3.
  public struct PSSRestriction: Sendable, Hashable {
    /// The hash function of message and mask.
    public let hash: HashAlgorithm
    /// How many bytes a salt has at least.
    public let leastSaltByteCount: Int

    /// Creates a hash function alone, with a salt of so many bytes at least.
    public init(_ hash: HashAlgorithm, leastSaltByteCount: Int) {
      precondition(leastSaltByteCount >= 0, "a salt cannot have fewer than no bytes")
      self.hash = hash
      self.leastSaltByteCount = leastSaltByteCount
    }

    init(_ parameters: RSASSAPSSParameters) throws(CryptoError) {
      (hash, leastSaltByteCount) = try parameters.usable()
    }
  }
}

extension RSA {
  /// A private key of `id-RSASSA-PSS`, wiped when its only owner lets go of it.
  public struct PSSPrivateKey: ~Copyable, Sendable {
    /// The numbers, with which nothing else may be signed.
    public let key: PrivateKey
    /// With what alone it may sign, if it is held to that.
    public let restriction: PSSRestriction?

    /// Holds a key to PSS, and perhaps to one hash function.
    public init(_ key: consuming PrivateKey, restrictedTo restriction: PSSRestriction? = nil) {
      self.key = key
      self.restriction = restriction
    }
  }
}

extension RSASSAPSSParameters {
  /// Hash function and salt, if the mask is made with the same function, and the trailer is 1.
  func usable() throws(CryptoError) -> (HashAlgorithm, saltByteCount: Int) {
    guard hash != .sha1 else { throw .brokenAlgorithm(.sha1) }
    guard let function = HashAlgorithm(hash) else { throw .unsupportedAlgorithm(hash) }
    guard maskHash == hash, trailerField == 1 else { throw .wrongParameters(.rsassaPSS) }
    return (function, saltByteCount)
  }
}

extension RSA.PublicKey {
  /// The key of two numbers that were read as ranges of the same bytes.
  init(
    _ key: PKCS1.PublicKey, in der: Span<UInt8>, allowingSmallModulus: Bool
  ) throws(CryptoError) {
    try self.init(
      modulus: der.extracting(key.modulus), exponent: der.extracting(key.publicExponent),
      allowingSmallModulus: allowingSmallModulus)
  }
}
