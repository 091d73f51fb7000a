public import ApusBytes

/// Ed25519 signatures over the curve edwards25519. RFC 8032 section 5.1.
public enum Ed25519 {
  /// The number of bytes of a public Ed25519 key and of the seed of a private key.
  public static let byteCount = 32

  /// The number of bytes of an Ed25519 signature.
  public static let signatureByteCount = 64

  /// A public Ed25519 key, which is a point of the curve.
  public struct PublicKey: Sendable, Hashable {
    /// The 32 bytes of the public key in the form that peers exchange.
    public let rawRepresentation: [UInt8]
    private let point: EdwardsPoint

    /// Creates a public key from the unique encoding of a point of the curve.
    /// RFC 8032 section 5.1.3.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      guard bytes.count == byteCount else {
        throw .wrongByteCount(bytes.count, expected: byteCount)
      }
      point = try EdwardsPoint(variableTimeFrom: bytes)
      rawRepresentation = bytes.copy()
    }

    fileprivate init(_ point: EdwardsPoint) {
      var bytes = [UInt8](repeating: 0, count: byteCount)
      var span = bytes.mutableSpan
      point.projective.write(to: &span)
      self.point = point
      rawRepresentation = bytes
    }

    /// Returns whether an Ed25519 signature is valid for this key and a message.
    ///
    /// The standard allows two equations. The method uses the equation without the cofactor, R = SB
    /// - kA, compares R byte by byte, and requires S below the order. The running time depends on
    /// the key, the signature and the message, which are public. RFC 8032 section 5.1.7.
    public func isValid(signature: Span<UInt8>, for message: Span<UInt8>) -> Bool {
      guard signature.count == signatureByteCount else { return false }
      let s = Scalar25519(signature.extracting(32..<64))
      guard s.isReduced.isYesVariableTime else { return false }
      let r = signature.extracting(0..<32)
      let k = Ed25519.challenge(r, rawRepresentation.span, message)
      var encoded = [UInt8](repeating: 0, count: 32)
      var span = encoded.mutableSpan
      EdwardsPoint.variableTimeBase(times: s, minus: k, times: point).write(to: &span)
      return ConstantTime.equal(encoded.span, r).isYesVariableTime
    }

    public static func == (left: PublicKey, right: PublicKey) -> Bool {
      left.rawRepresentation == right.rawRepresentation
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(rawRepresentation) }
  }

  /// A private Ed25519 key, which is wiped when its only owner releases the key.
  public struct PrivateKey: ~Copyable, Sendable {
    private let seed: SecretBytes
    /// The SHA-512 digest of the seed, which contains the secret scalar and the prefix. RFC 8032
    /// section 5.1.5.
    private let expanded: SecretBytes
    /// The public key that belongs to the private key.
    public let publicKey: PublicKey

    /// Creates a private Ed25519 key from its seed of 32 bytes.
    public init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      guard bytes.count == byteCount else {
        throw .wrongByteCount(bytes.count, expected: byteCount)
      }
      self.init(SecretBytes(copying: bytes))
    }

    private init(_ seed: consuming SecretBytes) {
      var hash = SHA512()
      seed.withBytes { hash.update($0) }
      expanded = SecretBytes(count: SHA512.byteCount) { hash.finalize(into: &$0) }
      publicKey = expanded.withBytes { PublicKey(EdwardsPoint(baseTimes: .clamped($0))) }
      Wipe.stack()
      self.seed = seed
    }

    /// Returns a new random private Ed25519 key.
    public static func generate(
      using random: some RandomSource
    ) throws(CryptoError) -> PrivateKey {
      PrivateKey(try SecretBytes(randomCount: byteCount, from: random))
    }

    /// The seed of 32 bytes from which the private key was created.
    public var rawRepresentation: SecretBytes { seed.copy() }

    /// Returns the Ed25519 signature of a message, which is deterministic. RFC 8032 section 5.1.6.
    public func signature(for message: Span<UInt8>) -> [UInt8] {
      let signature = expanded.withBytes { expanded in
        Ed25519.sign(message, expanded, publicKey.rawRepresentation.span)
      }
      Wipe.stack()
      return signature
    }
  }

  @inline(never)
  private static func sign(
    _ message: Span<UInt8>, _ expanded: Span<UInt8>, _ publicKey: Span<UInt8>
  ) -> [UInt8] {
    let r = nonce(prefix: expanded.extracting(32..<64), message)
    var signature = [UInt8](repeating: 0, count: signatureByteCount)
    var span = signature.mutableSpan
    EdwardsPoint(baseTimes: r).projective.write(to: &span)
    let k = challenge(span.span.extracting(0..<32), publicKey, message)
    Scalar25519.product(k, .clamped(expanded), plus: r).write(to: &span, at: 32)
    return signature
  }

  /// Returns the nonce r = SHA-512(prefix, message) mod L.
  ///
  /// The nonce is secret, because an attacker with the nonce can compute the private key.
  private static func nonce(prefix: Span<UInt8>, _ message: Span<UInt8>) -> Scalar25519 {
    var hash = SHA512()
    hash.update(prefix)
    hash.update(message)
    return SecretBytes(count: SHA512.byteCount) { hash.finalize(into: &$0) }
      .withBytes { Scalar25519(reducing: $0) }
  }

  /// Returns the challenge k = SHA-512(R, A, message) mod L.
  private static func challenge(
    _ r: Span<UInt8>, _ publicKey: Span<UInt8>, _ message: Span<UInt8>
  ) -> Scalar25519 {
    var hash = SHA512()
    hash.update(r)
    hash.update(publicKey)
    hash.update(message)
    return Scalar25519(reducing: hash.finalize().span)
  }
}
