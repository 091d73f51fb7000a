public import ApusBytes

/// Signatures over edwards25519. RFC 8032 section 5.1.
public enum Ed25519 {
  /// How many bytes public keys and the seeds of private keys have.
  public static let byteCount = 32

  /// How many bytes a signature has.
  public static let signatureByteCount = 64

  /// A public key: a point of the curve.
  public struct PublicKey: Sendable, Hashable {
    /// The 32 bytes as they came or as they go.
    public let rawRepresentation: [UInt8]
    private let point: EdwardsPoint

    /// Takes the one encoding that a point of the curve has. RFC 8032 section 5.1.3.
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

    /// Returns whether the signature is this key's for the message.
    ///
    /// Of the two equations that the standard allows this is the one without the cofactor, R =
    /// SB - kA, with R compared byte by byte and S below the order. Takes a time that depends on
    /// key, signature, and message, none of which is secret. RFC 8032 section 5.1.7.
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

  /// A private key, wiped when its only owner lets go of it.
  public struct PrivateKey: ~Copyable, Sendable {
    private let seed: SecretBytes
    /// The SHA-512 of the seed: the scalar and the prefix. RFC 8032 section 5.1.5.
    private let expanded: SecretBytes
    /// The public key that belongs to it.
    public let publicKey: PublicKey

    /// Takes the 32 bytes from which all else is derived.
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

    /// Returns a new key.
    public static func generate(
      using random: some RandomSource
    ) throws(CryptoError) -> PrivateKey {
      PrivateKey(try SecretBytes(randomCount: byteCount, from: random))
    }

    /// The 32 bytes from which all else is derived.
    public var rawRepresentation: SecretBytes { seed.copy() }

    /// Returns the signature of a message, the same each time. RFC 8032 section 5.1.6.
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

  /// r = SHA-512(prefix, message) mod L: secret, for who knows it knows the key.
  private static func nonce(prefix: Span<UInt8>, _ message: Span<UInt8>) -> Scalar25519 {
    var hash = SHA512()
    hash.update(prefix)
    hash.update(message)
    return SecretBytes(count: SHA512.byteCount) { hash.finalize(into: &$0) }
      .withBytes { Scalar25519(reducing: $0) }
  }

  /// k = SHA-512(R, A, message) mod L.
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
