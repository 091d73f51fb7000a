public import ApusBytes

/// Why a primitive refused its input.
public enum CryptoError: Error, Equatable, Sendable {
  /// A key agreement came to nothing but zeros: the peer's point has a small order.
  case allZeroSharedSecret
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
  /// More derived bytes asked for than the function can give, or fewer than none.
  case outputByteCountOutOfRange(Int, limit: Int)
  /// The point at infinity, which is no key and no share.
  case pointAtInfinity
  /// An encoding of a point that is not on the curve.
  case pointNotOnCurve
  /// The source of randomness failed.
  case randomness(RandomError)
  /// A scalar that is 0 or not below the order.
  case scalarOutOfRange
  /// A signature of numbers that are 0 or too large.
  case signatureOutOfRange
  /// A digest of so many bytes, which is of no hash function that signs.
  case unsupportedDigest(byteCount: Int)
  /// An input of so many bytes where exactly `expected` are needed.
  case wrongByteCount(Int, expected: Int)
}

extension CryptoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .allZeroSharedSecret: "the shared secret is all zeros"
    case .evenModulus: "the modulus is even"
    case .exponentOutOfRange: "the public exponent is even, too small or too large"
    case .faultySignature: "the signature came out wrong"
    case .inconsistentKey: "the numbers of the private key do not belong together"
    case .inputTooLong(let count, let limit): "\(count) bytes where at most \(limit) are allowed"
    case .iterationCountOutOfRange(let count, let limit):
      "\(count) iterations where 1 to \(limit) are allowed"
    case .keyHashMismatch: "the decapsulation key holds a wrong hash of its encapsulation key"
    case .malformedPoint: "the bytes are no form of a point"
    case .malformedSignature: "the signature is not two integers"
    case .modulusBitCountOutOfRange(let count, let allowed):
      "a modulus of \(count) bits where \(allowed.lowerBound) to \(allowed.upperBound) are allowed"
    case .nonCanonicalCoefficient(let index): "coefficient \(index) is not below the modulus"
    case .nonCanonicalPoint: "a coordinate is not below the field's prime"
    case .outputByteCountOutOfRange(let count, let limit):
      "\(count) derived bytes asked for where 0 to \(limit) can be had"
    case .pointAtInfinity: "the point is the one at infinity"
    case .pointNotOnCurve: "the point is not on the curve"
    case .randomness(let error): error.description
    case .scalarOutOfRange: "the scalar is 0 or not below the order"
    case .signatureOutOfRange: "a number of the signature is 0 or too large"
    case .unsupportedDigest(let count): "a digest of \(count) bytes is of no known function"
    case .wrongByteCount(let count, let expected): "\(count) bytes where \(expected) are needed"
    }
  }
}
