public import ApusASN1
public import ApusBytes

/// The reason a cryptographic function rejected its input, or the reason a stored key could not be
/// read.
///
/// Offsets in errors are counted from the first byte of the span that was read.
public enum CryptoError: Error, Equatable, Sendable {
  /// The shared secret of a key agreement is all zeros because the peer's point has a small order.
  case allZeroSharedSecret
  /// The authentication tag of a message is wrong or missing, and no plaintext was released.
  case authenticationFailed
  /// The signature algorithm has a broken hash function, and its signatures are never verified.
  case brokenAlgorithm(OID)
  /// The elliptic curve key names no curve or two curves.
  case curveMismatch(at: Int)
  /// The elliptic curve is defined by explicit or implicit parameters instead of an object
  /// identifier.
  case curveNotNamed(at: Int)
  /// The RSA modulus is even.
  case evenModulus
  /// The public RSA exponent is even, below 3, or above the limit of this library.
  case exponentOutOfRange
  /// The computed signature is invalid and was not released.
  case faultySignature
  /// The numbers of a private RSA key are inconsistent.
  case inconsistentKey
  /// The input of the cryptographic function has more bytes than `limit`.
  case inputTooLong(byteCount: Int, limit: Int)
  /// The iteration count is below 1 or above the limit of this library.
  case iterationCountOutOfRange(Int, limit: Int)
  /// The ML-KEM decapsulation key contains the wrong hash of its encapsulation key.
  case keyHashMismatch
  /// The private key has the legacy PEM encryption, whose header is `Proc-Type: 4,ENCRYPTED`.
  case legacyEncryption
  /// The DER encoding is malformed or has an unexpected structure.
  case malformed(ASN1Error)
  /// The bytes have the wrong length for a curve point, or do not encode a point.
  case malformedPoint
  /// The ECDSA signature does not consist of two integers in the requested encoding.
  case malformedSignature
  /// The number of bits of the RSA modulus is outside the allowed range.
  case modulusBitCountOutOfRange(Int, allowed: ClosedRange<Int>)
  /// A coefficient of the ML-KEM key is not below the modulus; its index counts from the first
  /// coefficient of the key.
  case nonCanonicalCoefficient(index: Int)
  /// A coordinate of the curve point is not less than the prime of the field.
  case nonCanonicalPoint
  /// The text contains no private key. The label is the label of the first PEM section, if the text
  /// has one.
  case noPrivateKey(found: PEM.Label?)
  /// The requested number of output bytes is negative or exceeds the limit of the function.
  case outputByteCountOutOfRange(Int, limit: Int)
  /// The private key is encrypted, and the caller provided no password.
  case passwordNeeded
  /// The point is the point at infinity, which is not a valid public key or key share.
  case pointAtInfinity
  /// The encoded point is not on the elliptic curve.
  case pointNotOnCurve
  /// The public key that is stored with the private key does not belong to the private key.
  case publicKeyMismatch
  /// The source of random bytes failed.
  case randomness(RandomError)
  /// The secret scalar is 0, or is not less than the order of the group.
  case scalarOutOfRange
  /// The signature contains a number that is 0 or exceeds its maximum.
  case signatureOutOfRange
  /// The algorithm is not supported for the requested purpose.
  case unsupportedAlgorithm(OID)
  /// The elliptic curve is not supported.
  case unsupportedCurve(OID)
  /// No supported hash function has a digest of the given length.
  case unsupportedDigest(byteCount: Int)
  /// The private key has an unsupported encryption.
  case unsupportedEncryption(OID)
  /// The PEM label of the private key is not supported.
  case unsupportedKeyLabel(PEM.Label)
  /// The key cannot make signatures with the requested signature algorithm.
  case unsupportedSignature(SignatureAlgorithm)
  /// The key structure has an unknown version.
  case unsupportedVersion(Int, at: Int)
  /// The key has a different algorithm from the expected algorithm.
  case wrongAlgorithm(OID, expected: OID)
  /// The number of input bytes differs from the `expected` number of bytes.
  case wrongByteCount(Int, expected: Int)
  /// The point belongs to a different curve from the expected curve.
  case wrongCurve(NamedCurve, expected: NamedCurve)
  /// The number of bytes of the key is invalid for the key's algorithm.
  case wrongKeyByteCount(Int, expected: Int, at: Int)
  /// The parameters of the algorithm are missing or not allowed.
  case wrongParameters(OID)
  /// The password is wrong, or the encrypted private key is damaged.
  case wrongPassword
  /// One of the numbers of the RSA key is zero.
  case zero(at: Int)
}

/// Calls a DER parser and wraps its errors as `CryptoError.malformed`.
func wrapping<Value>(
  _ read: () throws(ASN1Error) -> Value
) throws(CryptoError) -> Value {
  do throws(ASN1Error) {
    return try read()
  } catch {
    throw .malformed(error)
  }
}
