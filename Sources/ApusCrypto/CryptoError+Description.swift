internal import ApusASN1

extension CryptoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .allZeroSharedSecret: "the shared secret is all zeros"
    case .authenticationFailed: "the message failed authentication"
    case .brokenAlgorithm(let oid): "the algorithm \(oid.named) is broken and is never verified"
    case .curveMismatch(let at): "byte \(at): the key names no curve or two curves"
    case .curveNotNamed(let at): "byte \(at): the curve is not a named curve"
    case .evenModulus: "the modulus is even"
    case .exponentOutOfRange: "the public exponent is even, too small or too large"
    case .faultySignature: "the computed signature is invalid"
    case .inconsistentKey: "the numbers of the private key are inconsistent"
    case .inputTooLong(let count, let limit): "\(count) bytes, but at most \(limit) are allowed"
    case .iterationCountOutOfRange(let count, let limit):
      "\(count) iterations, but only 1 to \(limit) are allowed"
    case .keyHashMismatch: "the decapsulation key contains the wrong hash of its encapsulation key"
    case .legacyEncryption:
      "the key uses the legacy PEM encryption; convert it: \(Self.conversion)"
    case .malformed(let error): error.description
    case .malformedPoint: "the bytes are not an encoding of a point"
    case .malformedSignature: "the signature is not two integers"
    case .modulusBitCountOutOfRange(let count, let allowed):
      "the modulus has \(count) bits, but \(allowed.lowerBound) to \(allowed.upperBound) are valid"
    case .nonCanonicalCoefficient(let index): "coefficient \(index) is not below the modulus"
    case .nonCanonicalPoint: "a coordinate is not below the field's prime"
    case .noPrivateKey(let found):
      found.map { "there is no private key; the first section is a \($0)" }
        ?? "there is no private key"
    case .outputByteCountOutOfRange(let count, let limit):
      "\(count) derived bytes requested, but at most \(limit) are possible"
    case .passwordNeeded: "the key is encrypted, and no password was given"
    case .pointAtInfinity: "the point is the point at infinity"
    case .pointNotOnCurve: "the point is not on the curve"
    case .publicKeyMismatch: "the public key does not belong to the private key"
    case .randomness(let error): error.description
    case .scalarOutOfRange: "the scalar is 0 or not below the order"
    case .signatureOutOfRange: "a number of the signature is 0 or too large"
    case .unsupportedAlgorithm(let oid): "the algorithm \(oid.named) is not supported here"
    case .unsupportedCurve(let oid): "the curve \(oid.named) is not supported"
    case .unsupportedDigest(let count): "no known hash function has digests of \(count) bytes"
    case .unsupportedEncryption(let oid):
      "the key is encrypted with \(oid.named), which is not supported; convert it: "
        + Self.conversion
    case .unsupportedKeyLabel(let label): Self.advice(for: label)
    case .unsupportedSignature(let algorithm): "the key cannot sign with \(algorithm)"
    case .unsupportedVersion(let version, let at): "byte \(at): version \(version) is unknown"
    case .wrongAlgorithm(let oid, let expected):
      "the key is for \(oid.named), but \(expected.named) is required"
    case .wrongByteCount(let count, let expected): "\(count) bytes, but \(expected) are required"
    case .wrongCurve(let curve, let expected):
      "the key is for \(curve.oid.named), but \(expected.oid.named) is required"
    case .wrongKeyByteCount(let count, let expected, let at):
      "byte \(at): the key has \(count) bytes, but \(expected) are required"
    case .wrongParameters(let oid): "the parameters of \(oid.named) are invalid"
    case .wrongPassword: "the password is wrong, or the key is damaged"
    case .zero(let at): "byte \(at): a number of the key is zero"
    }
  }
}

extension CryptoError {
  /// The shell command that converts a private key to a supported format.
  private static let conversion =
    "openssl pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA256 -in OLD -out NEW"

  private static func advice(for label: PEM.Label) -> String {
    let command =
      switch label.rawValue {
      case "DSA PRIVATE KEY":
        "create a key of another kind: "
          + "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out NEW"
      case "OPENSSH PRIVATE KEY": "convert it in place: ssh-keygen -p -m PKCS8 -f KEY"
      default: "convert it: \(conversion)"
      }
    return "a \(label) is not supported; " + command
  }
}

extension OID {
  fileprivate var named: String { name.map { "\(self) (\($0))" } ?? "\(self)" }
}
