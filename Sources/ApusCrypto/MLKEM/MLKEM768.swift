public import ApusBytes

/// The key encapsulation mechanism ML-KEM-768, which no known quantum algorithm breaks.
/// FIPS 203 section 7.
public enum MLKEM768 {
  /// The number of bytes of a public key, which FIPS 203 calls an encapsulation key.
  public static let publicKeyByteCount = KPKE.publicKeyByteCount
  /// The number of bytes of a private key, which FIPS 203 calls a decapsulation key.
  public static let privateKeyByteCount = KPKE.vectorByteCount + KPKE.publicKeyByteCount + 64
  /// The number of bytes of the seed of a private key.
  public static let seedByteCount = 64
  /// The number of bytes of an ML-KEM-768 ciphertext.
  public static let ciphertextByteCount = KPKE.ciphertextByteCount
  /// The number of bytes of an ML-KEM-768 shared secret.
  public static let sharedSecretByteCount = 32

  /// A public ML-KEM-768 key, which encapsulates secrets for the owner of the private key.
  public struct PublicKey: Sendable, Hashable {
    fileprivate let key: KPKE.PublicKey
    /// The SHA3-256 digest of the public key's bytes, or `nil` if the digest has not been computed.
    private let knownHash: [UInt8]?

    /// Creates a public key from bytes.
    ///
    /// The initializer throws an error if the length is wrong or if a coefficient is not below the
    /// modulus. FIPS 203 section 7.2.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      key = try KPKE.PublicKey(rawRepresentation: bytes)
      knownHash = SHA3_256.digest(of: bytes)
    }

    /// Creates the public key of a new private key.
    ///
    /// The initializer does not compute the digest of the key, because most servers choose a
    /// different group and the client discards the key.
    fileprivate init(_ key: KPKE.PublicKey) {
      self.key = key
      knownHash = nil
    }

    /// The SHA3-256 digest of the public key's bytes.
    fileprivate var hash: [UInt8] { knownHash ?? SHA3_256.digest(of: key.rawRepresentation) }

    /// The bytes of the public key in the form that peers exchange.
    public var rawRepresentation: [UInt8] { key.rawRepresentation }

    /// Returns a new shared secret, and the ciphertext that transports it to the key's owner.
    ///
    /// FIPS 203 section 7.2, algorithm 20.
    public func encapsulate(using random: some RandomSource) throws(CryptoError) -> Encapsulation {
      let message = try SecretBytes(randomCount: KPKE.messageByteCount, from: random)
      var ciphertext = [UInt8](repeating: 0, count: ciphertextByteCount)
      var span = ciphertext.mutableSpan
      let secret = message.withBytes { encapsulate($0, into: &span) }
      Wipe.stack()
      return Encapsulation(ciphertext: ciphertext, sharedSecret: secret)
    }

    /// Returns the shared secret and the ciphertext for a random message.
    ///
    /// FIPS 203 section 6.2, algorithm 17.
    @inline(never)
    fileprivate func encapsulate(
      _ message: Span<UInt8>, into ciphertext: inout MutableSpan<UInt8>
    ) -> SecretBytes {
      let keyAndSeed = MLKEM768.keyAndSeed(message, hash.span)
      keyAndSeed.withBytes {
        key.encrypt(message, seed: $0.extracting(32..<64), into: &ciphertext)
      }
      return keyAndSeed.withBytes { SecretBytes(copying: $0.extracting(0..<32)) }
    }

    public static func == (left: PublicKey, right: PublicKey) -> Bool {
      left.rawRepresentation == right.rawRepresentation
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawRepresentation) }
  }

  /// A shared secret, and the ciphertext that transports it to the owner of the private key.
  @frozen
  public struct Encapsulation: ~Copyable, Sendable {
    /// The ciphertext that the sender sends to the owner of the private key.
    public let ciphertext: [UInt8]
    /// The shared secret, which the sender and the owner of the private key have in common.
    public let sharedSecret: SecretBytes
  }

  /// A private ML-KEM-768 key, which is wiped when its only owner releases the key.
  public struct PrivateKey: ~Copyable, Sendable {
    private let key: KPKE.PrivateKey
    /// The secret input from which the shared secret of an invalid ciphertext is derived.
    private let rejection: SecretBytes
    /// The public key that belongs to the private key.
    public let publicKey: PublicKey

    /// Creates a private key from bytes.
    ///
    /// The initializer throws an error if the length is wrong or if the bytes contain a wrong hash
    /// of the public key. FIPS 203 section 7.3.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      guard bytes.count == privateKeyByteCount else {
        throw .wrongByteCount(bytes.count, expected: privateKeyByteCount)
      }
      let hashStart = privateKeyByteCount - 64
      let publicKey = try PublicKey(
        rawRepresentation: bytes.extracting(KPKE.vectorByteCount..<hashStart))
      let hash = bytes.extracting(hashStart..<hashStart + 32)
      guard ConstantTime.equal(publicKey.hash.span, hash).isYesVariableTime else {
        throw .keyHashMismatch
      }
      key = KPKE.PrivateKey(bytes.extracting(0..<KPKE.vectorByteCount), publicKey: publicKey.key)
      rejection = SecretBytes(copying: bytes.extracting(hashStart + 32..<privateKeyByteCount))
      self.publicKey = publicKey
    }

    /// Creates a private key from its seed of 64 bytes. FIPS 203 section 6.1, algorithm 16.
    public init(seed: Span<UInt8>) throws(CryptoError) {
      guard seed.count == seedByteCount else {
        throw .wrongByteCount(seed.count, expected: seedByteCount)
      }
      key = KPKE.PrivateKey(seed: seed.extracting(0..<32))
      Wipe.stack()
      publicKey = PublicKey(key.publicKey)
      rejection = SecretBytes(copying: seed.extracting(32..<64))
    }

    /// Returns a new random private key. FIPS 203 section 7.1, algorithm 19.
    public static func generate(
      using random: some RandomSource
    ) throws(CryptoError) -> PrivateKey {
      let seed = try SecretBytes(randomCount: seedByteCount, from: random)
      return try seed.withBytes { (seed) throws(CryptoError) in try PrivateKey(seed: seed) }
    }

    /// The private key in the encoding of FIPS 203, which includes the public key and its hash.
    public var rawRepresentation: SecretBytes {
      SecretBytes(count: privateKeyByteCount) { bytes in
        key.write(to: &bytes)
        bytes.copy(publicKey.rawRepresentation.span, at: KPKE.vectorByteCount)
        bytes.copy(publicKey.hash.span, at: privateKeyByteCount - 64)
        rejection.withBytes { bytes.copy($0, at: privateKeyByteCount - 32) }
      }
    }

    /// Returns the shared secret of a ciphertext.
    ///
    /// The result for an invalid ciphertext is a secret that only the private key can compute. The
    /// running time is the same for valid and invalid ciphertexts. FIPS 203 section 7.3, algorithm
    /// 21.
    public func sharedSecret(from ciphertext: Span<UInt8>) throws(CryptoError) -> SecretBytes {
      guard ciphertext.count == ciphertextByteCount else {
        throw .wrongByteCount(ciphertext.count, expected: ciphertextByteCount)
      }
      let secret = decapsulate(ciphertext)
      Wipe.stack()
      return secret
    }

    /// Returns the shared secret of a ciphertext that has the right length.
    ///
    /// FIPS 203 section 6.3, algorithm 18.
    @inline(never)
    private func decapsulate(_ ciphertext: Span<UInt8>) -> SecretBytes {
      let message = SecretBytes(count: KPKE.messageByteCount) { key.decrypt(ciphertext, into: &$0) }
      var again = SecretBytes(zeros: ciphertextByteCount)
      let secret = again.withMutableBytes { again in
        message.withBytes { publicKey.encapsulate($0, into: &again) }
      }
      var hash = SHAKE256()
      rejection.withBytes { hash.update($0) }
      hash.update(ciphertext)
      let refusal = SecretBytes(count: sharedSecretByteCount) { hash.finalize(into: &$0) }
      let isRight = again.withBytes { ConstantTime.equal($0, ciphertext) }
      return secret.withBytes { secret in
        refusal.withBytes { SecretBytes(selecting: secret, if: isRight, else: $0) }
      }
    }
  }

  /// Returns the SHA3-512 digest of two inputs, which consists of the shared secret and the
  /// encryption seed.
  private static func keyAndSeed(_ message: Span<UInt8>, _ keyHash: Span<UInt8>) -> SecretBytes {
    var hash = SHA3_512()
    hash.update(message)
    hash.update(keyHash)
    return SecretBytes(count: SHA3_512.byteCount) { hash.finalize(into: &$0) }
  }
}
