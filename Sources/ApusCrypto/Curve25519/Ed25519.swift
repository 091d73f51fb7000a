public import ApusBytes

/// Signatures over edwards25519. RFC 8032 section 5.1.
public enum Ed25519 {
  /// The number of bytes of public keys and of the seeds of private keys.
  public static let byteCount = 32

  /// The number of bytes of a signature.
  public static let signatureByteCount = 64

  /// A public key: a point of the curve.
  public struct PublicKey: Sendable, Hashable {
    /// The 32 bytes as they are sent.
    public let rawRepresentation: [UInt8]
    private let point: EdwardsPoint

    /// Creates a key from the unique encoding of a point of the curve. RFC 8032 section 5.1.3.
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

    /// Returns whether the signature is valid for this key and the message.
    ///
    /// The standard allows two equations. This is the one without the cofactor, R = SB - kA, with R
    /// compared byte by byte and S below the order. The running time depends on the key, the
    /// signature and the message, none of which is secret. RFC 8032 section 5.1.7.
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

  /// A private key, which is wiped when its only owner releases it.
  public struct PrivateKey: ~Copyable, Sendable {
    private let seed: SecretBytes
    /// The SHA-512 of the seed: the scalar and the prefix. RFC 8032 section 5.1.5.
    private let expanded: SecretBytes
    /// The public key that belongs to the private key.
    public let publicKey: PublicKey

    /// Creates a key from its seed of 32 bytes.
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

    /// Returns a new random key.
    public static func generate(
      using random: some RandomSource
    ) throws(CryptoError) -> PrivateKey {
      PrivateKey(try SecretBytes(randomCount: byteCount, from: random))
    }

    /// The seed of 32 bytes.
    public var rawRepresentation: SecretBytes { seed.copy() }

    /// Returns the signature of a message, which is deterministic. RFC 8032 section 5.1.6.
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

  /// Returns r = SHA-512(prefix, message) mod L. It is secret: the private key can be computed from
  /// it.
  private static func nonce(prefix: Span<UInt8>, _ message: Span<UInt8>) -> Scalar25519 {
    var hash = SHA512()
    hash.update(prefix)
    hash.update(message)
    return SecretBytes(count: SHA512.byteCount) { hash.finalize(into: &$0) }
      .withBytes { Scalar25519(reducing: $0) }
  }

  /// Returns k = SHA-512(R, A, message) mod L.
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
