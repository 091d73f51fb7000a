public import ApusBytes

/// The hybrid key agreement of TLS 1.3, as strong as the stronger of X25519 and ML-KEM-768.
///
/// The ML-KEM part precedes the X25519 part in the client's key share, in the server's key share
/// and in the shared secret. draft-ietf-tls-ecdhe-mlkem-05 sections 4.1 to 4.3.
public enum X25519MLKEM768 {
  /// The number of bytes of the client's key share.
  public static let publicKeyByteCount = MLKEM768.publicKeyByteCount + X25519.byteCount
  /// The number of bytes of the server's key share.
  public static let ciphertextByteCount = MLKEM768.ciphertextByteCount + X25519.byteCount
  /// The number of bytes of the hybrid shared secret.
  public static let sharedSecretByteCount = MLKEM768.sharedSecretByteCount + X25519.byteCount

  /// The client's key share, which consists of an ML-KEM public key and an X25519 public key.
  public struct PublicKey: Sendable, Hashable {
    private let kem: MLKEM768.PublicKey
    private let curve: X25519.PublicKey

    /// Splits a client's key share into its two public keys.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      guard bytes.count == publicKeyByteCount else {
        throw .wrongByteCount(bytes.count, expected: publicKeyByteCount)
      }
      let middle = MLKEM768.publicKeyByteCount
      kem = try MLKEM768.PublicKey(rawRepresentation: bytes.extracting(0..<middle))
      curve = try X25519.PublicKey(
        rawRepresentation: bytes.extracting(middle..<publicKeyByteCount))
    }

    fileprivate init(_ kem: MLKEM768.PublicKey, _ curve: X25519.PublicKey) {
      (self.kem, self.curve) = (kem, curve)
    }

    /// The bytes of the client's key share.
    public var rawRepresentation: [UInt8] { kem.rawRepresentation + curve.rawRepresentation }

    /// Returns a new shared secret, and the server's key share that transports it to the client.
    public func encapsulate(
      using random: some RandomSource
    ) throws(CryptoError) -> MLKEM768.Encapsulation {
      let inner = try kem.encapsulate(using: random)
      let key = try X25519.PrivateKey.generate(using: random)
      return MLKEM768.Encapsulation(
        ciphertext: inner.ciphertext + key.publicKey.rawRepresentation,
        sharedSecret: SecretBytes(
          joining: inner.sharedSecret, and: try key.sharedSecret(with: curve)))
    }
  }

  /// The client's hybrid private key, which consists of an ML-KEM private key and an X25519 private
  /// key.
  public struct PrivateKey: ~Copyable, Sendable {
    private let kem: MLKEM768.PrivateKey
    private let curve: X25519.PrivateKey

    /// Returns a new random hybrid private key.
    public static func generate(
      using random: some RandomSource
    ) throws(CryptoError) -> PrivateKey {
      // The function reads the random bytes for both keys at once, because each read is a system
      // call.
      let middle = MLKEM768.seedByteCount
      let end = middle + X25519.byteCount
      let seed = try SecretBytes(randomCount: end, from: random)
      return try seed.withBytes { (seed) throws(CryptoError) in
        PrivateKey(
          kem: try MLKEM768.PrivateKey(seed: seed.extracting(0..<middle)),
          curve: try X25519.PrivateKey(rawRepresentation: seed.extracting(middle..<end)))
      }
    }

    /// The public key that belongs to the private key.
    public var publicKey: PublicKey { PublicKey(kem.publicKey, curve.publicKey) }

    /// The X25519 public key of the hybrid, for key agreements with servers without ML-KEM.
    public var curvePublicKey: X25519.PublicKey { curve.publicKey }

    /// Returns the shared secret of the X25519 private key and a peer's X25519 public key.
    public func curveSharedSecret(with peer: X25519.PublicKey) throws(CryptoError) -> SecretBytes {
      try curve.sharedSecret(with: peer)
    }

    /// Returns the shared secret of the private key and a server's key share.
    public func sharedSecret(from ciphertext: Span<UInt8>) throws(CryptoError) -> SecretBytes {
      guard ciphertext.count == ciphertextByteCount else {
        throw .wrongByteCount(ciphertext.count, expected: ciphertextByteCount)
      }
      let middle = MLKEM768.ciphertextByteCount
      let peer = try X25519.PublicKey(
        rawRepresentation: ciphertext.extracting(middle..<ciphertextByteCount))
      return SecretBytes(
        joining: try kem.sharedSecret(from: ciphertext.extracting(0..<middle)),
        and: try curve.sharedSecret(with: peer))
    }
  }
}
