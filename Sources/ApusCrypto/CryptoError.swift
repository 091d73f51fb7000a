public import ApusASN1
public import ApusBytes

/// The reason a primitive rejected its input, or a stored key could not be read.
///
/// Offsets are counted from the first byte of the span that was read.
public enum CryptoError: Error, Equatable, Sendable {
  /// The shared secret of a key agreement is all zeros: the peer's point has a small order.
  case allZeroSharedSecret
  /// The tag of a message is wrong or missing; no plaintext was released.
  case authenticationFailed
  /// A signature algorithm with a broken hash function, which is recognized and never verified.
  case brokenAlgorithm(OID)
  /// An elliptic curve key that names no curve or two curves.
  case curveMismatch(at: Int)
  /// A curve that is given by its parameters or implicitly, and not by its name.
  case curveNotNamed(at: Int)
  /// A modulus that is even.
  case evenModulus
  /// A public exponent that is even, below 3 or above the limit of this library.
  case exponentOutOfRange
  /// A computed signature that is invalid and was not released.
  case faultySignature
  /// Numbers of a private key that are inconsistent.
  case inconsistentKey
  /// An input that is longer than `limit`.
  case inputTooLong(byteCount: Int, limit: Int)
  /// An iteration count below 1 or above the limit of this library.
  case iterationCountOutOfRange(Int, limit: Int)
  /// A decapsulation key that contains the wrong hash of its encapsulation key.
  case keyHashMismatch
  /// A private key with the legacy encryption of PEM, `Proc-Type: 4,ENCRYPTED`.
  case legacyEncryption
  /// The DER is malformed or has another structure.
  case malformed(ASN1Error)
  /// Bytes that are not an encoding of a point, or of the wrong length.
  case malformedPoint
  /// A signature that is not two integers in the requested encoding.
  case malformedSignature
  /// A modulus with a number of bits outside the allowed range.
  case modulusBitCountOutOfRange(Int, allowed: ClosedRange<Int>)
  /// A coefficient, counted from the key's first, that is not below the modulus.
  case nonCanonicalCoefficient(index: Int)
  /// A coordinate that is not below the field's prime.
  case nonCanonicalPoint
  /// A text without a private key; the label is that of its first section, if it has one.
  case noPrivateKey(found: PEM.Label?)
  /// A requested output that is longer than the function allows, or of negative length.
  case outputByteCountOutOfRange(Int, limit: Int)
  /// An encrypted private key for which no password was given.
  case passwordNeeded
  /// The point at infinity, which is not a valid key or share.
  case pointAtInfinity
  /// An encoding of a point that is not on the curve.
  case pointNotOnCurve
  /// A public key that does not belong to the private key it is stored with.
  case publicKeyMismatch
  /// The source of randomness failed.
  case randomness(RandomError)
  /// A scalar that is 0 or not below the order.
  case scalarOutOfRange
  /// A signature with a number that is 0 or too large.
  case signatureOutOfRange
  /// An algorithm that is not supported for this purpose.
  case unsupportedAlgorithm(OID)
  /// A curve that is not supported.
  case unsupportedCurve(OID)
  /// A digest with the length of no supported hash function.
  case unsupportedDigest(byteCount: Int)
  /// A private key with an unsupported encryption.
  case unsupportedEncryption(OID)
  /// A private key under an unsupported PEM label.
  case unsupportedKeyLabel(PEM.Label)
  /// A requested signature that the key cannot make.
  case unsupportedSignature(SignatureAlgorithm)
  /// An unknown version of the structure.
  case unsupportedVersion(Int, at: Int)
  /// A key of another algorithm than the expected one.
  case wrongAlgorithm(OID, expected: OID)
  /// An input that does not have exactly the `expected` number of bytes.
  case wrongByteCount(Int, expected: Int)
  /// A point of another curve than the expected one.
  case wrongCurve(NamedCurve, expected: NamedCurve)
  /// A key with a length that its algorithm does not have.
  case wrongKeyByteCount(Int, expected: Int, at: Int)
  /// Parameters that the algorithm does not have, or missing parameters.
  case wrongParameters(OID)
  /// A wrong password, or a damaged encrypted key.
  case wrongPassword
  /// A number of an RSA key that is zero.
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
