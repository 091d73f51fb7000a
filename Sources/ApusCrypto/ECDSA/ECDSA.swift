internal import ApusASN1
public import ApusBytes

/// ECDSA signatures over the curves P-256, P-384 and P-521.
///
/// The keys of `P256`, `P384` and `P521` sign digests and verify signatures.
///
/// A digest has 32, 48 or 64 bytes, which are the lengths of SHA-256, SHA-384 and SHA-512. Every
/// digest works with every curve. If a digest is longer than the group's order, only its left-most
/// bits count.
///
/// FIPS 186-5 section 6, and RFC 6979 for the nonce.
public enum ECDSA {
  /// The encoding of the two numbers of an ECDSA signature.
  public enum Encoding: Sendable, Hashable {
    /// A DER sequence of two integers, which certificates and TLS use. RFC 3279 section 2.2.3.
    case der
    /// The two numbers of the signature in big-endian order, each with as many bytes as the group
    /// order. IEEE P1363.
    case fixedSize
  }
}

extension P256.PublicKey {
  /// Returns whether an encoded signature is valid for a digest and the public key.
  ///
  /// All inputs are public, and the running time depends on the inputs.
  public func isValid(
    signature: Span<UInt8>, _ encoding: ECDSA.Encoding = .der, forDigest digest: Span<UInt8>
  ) -> Bool {
    guard let signature = try? ECDSASignature<P256>(signature, encoding) else { return false }
    return signature.isValidVariableTime(forDigest: digest, by: point)
  }
}

extension P256.PrivateKey {
  /// Signs a digest of 32, 48 or 64 bytes.
  ///
  /// The nonce is derived from the key, the digest and random bytes. The private key stays secret
  /// even if the random source repeats its output or the computation is faulty.
  public func signature(
    forDigest digest: Span<UInt8>, _ encoding: ECDSA.Encoding = .der,
    using random: some RandomSource
  ) throws(CryptoError) -> [UInt8] {
    try ECDSASignature(forDigest: digest, by: scalar, using: random).encoded(encoding)
  }
}

extension P384.PublicKey {
  /// Returns whether an encoded signature is valid for a digest and the public key.
  ///
  /// All inputs are public, and the running time depends on the inputs.
  public func isValid(
    signature: Span<UInt8>, _ encoding: ECDSA.Encoding = .der, forDigest digest: Span<UInt8>
  ) -> Bool {
    guard let signature = try? ECDSASignature<P384>(signature, encoding) else { return false }
    return signature.isValidVariableTime(forDigest: digest, by: point)
  }
}

extension P384.PrivateKey {
  /// Signs a digest of 32, 48 or 64 bytes.
  ///
  /// The nonce is derived from the key, the digest and random bytes. The private key stays secret
  /// even if the random source repeats its output or the computation is faulty.
  public func signature(
    forDigest digest: Span<UInt8>, _ encoding: ECDSA.Encoding = .der,
    using random: some RandomSource
  ) throws(CryptoError) -> [UInt8] {
    try ECDSASignature(forDigest: digest, by: scalar, using: random).encoded(encoding)
  }
}

extension P521.PublicKey {
  /// Returns whether an encoded signature is valid for a digest and the public key.
  ///
  /// All inputs are public, and the running time depends on the inputs.
  public func isValid(
    signature: Span<UInt8>, _ encoding: ECDSA.Encoding = .der, forDigest digest: Span<UInt8>
  ) -> Bool {
    guard let signature = try? ECDSASignature<P521>(signature, encoding) else { return false }
    return signature.isValidVariableTime(forDigest: digest, by: point)
  }
}

extension P521.PrivateKey {
  /// Signs a digest of 32, 48 or 64 bytes.
  ///
  /// The nonce is derived from the key, the digest and random bytes. The private key stays secret
  /// even if the random source repeats its output or the computation is faulty.
  public func signature(
    forDigest digest: Span<UInt8>, _ encoding: ECDSA.Encoding = .der,
    using random: some RandomSource
  ) throws(CryptoError) -> [UInt8] {
    try ECDSASignature(forDigest: digest, by: scalar, using: random).encoded(encoding)
  }
}

extension ECDSA {
  /// Returns the ranges of the two numbers of an ECDSA signature, without the zero bytes of their
  /// signs.
  ///
  ///     ECDSA-Sig-Value ::= SEQUENCE {
  ///       r INTEGER,
  ///       s INTEGER
  ///     }
  ///
  /// RFC 3279 section 2.2.3.
  static func integers(
    in der: Span<UInt8>
  ) throws(CryptoError) -> (r: Range<Int>, s: Range<Int>) {
    do throws(ASN1Error) {
      var fields = try DERReader(sequenceFilling: der.indices, in: der)
      let r = try fields.readMagnitude(in: der)
      let s = try fields.readMagnitude(in: der)
      try fields.finish()
      return (r, s)
    } catch {
      throw .malformedSignature
    }
  }

  /// Encodes the two big-endian numbers of an ECDSA signature in DER.
  static func der(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    var writer = DERWriter(capacity: r.count + s.count + 9)
    writer.writeSequence { fields in
      fields.writeInteger(magnitude: r)
      fields.writeInteger(magnitude: s)
    }
    return writer.bytes
  }
}
