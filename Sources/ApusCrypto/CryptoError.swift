public import ApusASN1
public import ApusBytes

/// Why a primitive refused its input, or a key could not be read from a form it is stored in.
///
/// Offsets are counted from the first byte of the span that was read.
public enum CryptoError: Error, Equatable, Sendable {
  /// A key agreement came to nothing but zeros: the peer's point has a small order.
  case allZeroSharedSecret
  /// A message's tag does not fit it, or it is too short to have one; nothing was released.
  case authenticationFailed
  /// A signature algorithm whose hash function is broken: recognised, and never verified.
  case brokenAlgorithm(OID)
  /// An elliptic curve key that names no curve, or two.
  case curveMismatch(at: Int)
  /// A curve that is spelled out or left to be guessed, and not named.
  case curveNotNamed(at: Int)
  /// A modulus that is even.
  case evenModulus
  /// A public exponent that is even, below 3 or above what this library is willing to compute.
  case exponentOutOfRange
  /// A signature that came out wrong, and is not given out.
  case faultySignature
  /// Numbers that do not belong together as one private key.
  case inconsistentKey
  /// An input of so many bytes where at most `limit` are allowed.
  case inputTooLong(byteCount: Int, limit: Int)
  /// An iteration count below one, or above what this library is willing to compute.
  case iterationCountOutOfRange(Int, limit: Int)
  /// A decapsulation key whose hash of its encapsulation key is not the hash of that key.
  case keyHashMismatch
  /// A private key that old tools have encrypted inside its PEM, by `Proc-Type: 4,ENCRYPTED`.
  case legacyEncryption
  /// The DER is malformed, or is of another structure.
  case malformed(ASN1Error)
  /// Bytes that are no form of a point, or of another length.
  case malformedPoint
  /// A signature that is not two integers in the encoding asked for.
  case malformedSignature
  /// A modulus of so many bits.
  case modulusBitCountOutOfRange(Int, allowed: ClosedRange<Int>)
  /// A coefficient, counted from the key's first, that is not below the modulus.
  case nonCanonicalCoefficient(index: Int)
  /// A coordinate that is not below the field's prime.
  case nonCanonicalPoint
  /// A text without a private key, and what its first section is, if it has one.
  case noPrivateKey(found: PEM.Label?)
  /// More derived bytes asked for than the function can give, or fewer than none.
  case outputByteCountOutOfRange(Int, limit: Int)
  /// A private key that a password locks, and none was given.
  case passwordNeeded
  /// The point at infinity, which is no key and no share.
  case pointAtInfinity
  /// An encoding of a point that is not on the curve.
  case pointNotOnCurve
  /// A public key that stands beside a private one and does not belong to it.
  case publicKeyMismatch
  /// The source of randomness failed.
  case randomness(RandomError)
  /// A scalar that is 0 or not below the order.
  case scalarOutOfRange
  /// A signature of numbers that are 0 or too large.
  case signatureOutOfRange
  /// An algorithm that is not supported where it stands.
  case unsupportedAlgorithm(OID)
  /// A curve that is not supported.
  case unsupportedCurve(OID)
  /// A digest of so many bytes, which is of no hash function that signs.
  case unsupportedDigest(byteCount: Int)
  /// A private key that is locked in a way that is not supported.
  case unsupportedEncryption(OID)
  /// A private key under a label of PEM that is not supported.
  case unsupportedKeyLabel(PEM.Label)
  /// A signature asked for that the key cannot make.
  case unsupportedSignature(SignatureAlgorithm)
  /// A version of the structure that is not known.
  case unsupportedVersion(Int, at: Int)
  /// A key of one algorithm where that of another is asked for.
  case wrongAlgorithm(OID, expected: OID)
  /// An input of so many bytes where exactly `expected` are needed.
  case wrongByteCount(Int, expected: Int)
  /// A point of one curve where that of another is asked for.
  case wrongCurve(NamedCurve, expected: NamedCurve)
  /// A key of a size that its algorithm does not have.
  case wrongKeyByteCount(Int, expected: Int, at: Int)
  /// Parameters that the algorithm does not have, or none where it needs them.
  case wrongParameters(OID)
  /// A password that does not open the key, or a locked key that was damaged.
  case wrongPassword
  /// A number of an RSA key that is zero.
  case zero(at: Int)
}

/// Lets a parser of DER be part of one that has more to say.
func wrapping<Value>(
  _ read: () throws(ASN1Error) -> Value
) throws(CryptoError) -> Value {
  do throws(ASN1Error) {
    return try read()
  } catch {
    throw .malformed(error)
  }
}
