public import ApusBytes

/// Why a primitive refused its input.
public enum CryptoError: Error, Equatable, Sendable {
  /// A key agreement came to nothing but zeros: the peer's point has a small order.
  case allZeroSharedSecret
  /// An input of so many bytes where at most `limit` are allowed.
  case inputTooLong(byteCount: Int, limit: Int)
  /// An iteration count below one, or above what this library is willing to compute.
  case iterationCountOutOfRange(Int, limit: Int)
  /// A decapsulation key whose hash of its encapsulation key is not the hash of that key.
  case keyHashMismatch
  /// A coefficient, counted from the key's first, that is not below the modulus.
  case nonCanonicalCoefficient(index: Int)
  /// A coordinate that is not below the field's prime.
  case nonCanonicalPoint
  /// More derived bytes asked for than the function can give, or fewer than none.
  case outputByteCountOutOfRange(Int, limit: Int)
  /// An encoding of a point that is not on the curve.
  case pointNotOnCurve
  /// The source of randomness failed.
  case randomness(RandomError)
  /// An input of so many bytes where exactly `expected` are needed.
  case wrongByteCount(Int, expected: Int)
}

extension CryptoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .allZeroSharedSecret: "the shared secret is all zeros"
    case .inputTooLong(let count, let limit): "\(count) bytes where at most \(limit) are allowed"
    case .iterationCountOutOfRange(let count, let limit):
      "\(count) iterations where 1 to \(limit) are allowed"
    case .keyHashMismatch: "the decapsulation key holds a wrong hash of its encapsulation key"
    case .nonCanonicalCoefficient(let index): "coefficient \(index) is not below the modulus"
    case .nonCanonicalPoint: "a coordinate is not below the field's prime"
    case .outputByteCountOutOfRange(let count, let limit):
      "\(count) derived bytes asked for where 0 to \(limit) can be had"
    case .pointNotOnCurve: "the point is not on the curve"
    case .randomness(let error): error.description
    case .wrongByteCount(let count, let expected): "\(count) bytes where \(expected) are needed"
    }
  }
}
