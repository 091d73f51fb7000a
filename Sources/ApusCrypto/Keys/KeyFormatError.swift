public import ApusASN1

/// Why a key could not be read from one of the forms in which keys are stored and sent.
public enum KeyFormatError: Error, Equatable, Sendable {
  /// The DER is malformed, or is of another structure.
  case malformed(ASN1Error)
  /// A version of the structure that is not known.
  case unsupportedVersion(Int, at: Int)
  /// An algorithm that is not known where it stands.
  case unsupportedAlgorithm(OID)
  /// Parameters that the algorithm does not have, or none where it needs them.
  case wrongParameters(OID)
  /// A curve that is spelled out or left to be guessed, and not named.
  case curveNotNamed(at: Int)
  /// A curve that is not known.
  case unsupportedCurve(OID)
  /// An elliptic curve key that names no curve, or two.
  case curveMismatch(at: Int)
  /// A key of a size that its algorithm does not have.
  case wrongKeyByteCount(Int, expected: Int, at: Int)
  /// A number of an RSA key that is zero.
  case zero(at: Int)
  /// A number of iterations below one, or above what this library is willing to compute.
  case iterationCountOutOfRange(Int, limit: Int)
}

extension KeyFormatError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let error): error.description
    case .unsupportedVersion(let version, let at): "byte \(at): version \(version) is not known"
    case .unsupportedAlgorithm(let oid): "the algorithm \(oid.named) is not known"
    case .wrongParameters(let oid): "the parameters of \(oid.named) are not its own"
    case .curveNotNamed(let at): "byte \(at): the curve is not given by its name"
    case .unsupportedCurve(let oid): "the curve \(oid.named) is not known"
    case .curveMismatch(let at): "byte \(at): the key names no curve, or two"
    case .wrongKeyByteCount(let count, let expected, let at):
      "byte \(at): a key of \(count) bytes where \(expected) are needed"
    case .zero(let at): "byte \(at): a number of the key is zero"
    case .iterationCountOutOfRange(let count, let limit):
      "\(count) iterations where 1 to \(limit) are allowed"
    }
  }
}

extension OID {
  fileprivate var named: String { name.map { "\(self) (\($0))" } ?? "\(self)" }
}

/// Lets a parser of DER be part of one that has more to say.
func wrapping<Value>(
  _ read: () throws(ASN1Error) -> Value
) throws(KeyFormatError) -> Value {
  do throws(ASN1Error) {
    return try read()
  } catch {
    throw .malformed(error)
  }
}
