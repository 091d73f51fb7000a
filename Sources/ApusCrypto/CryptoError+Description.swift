internal import ApusASN1

extension CryptoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .allZeroSharedSecret: "the shared secret is all zeros"
    case .authenticationFailed: "the message is not authentic"
    case .brokenAlgorithm(let oid): "the algorithm \(oid.named) is broken, and never verified"
    case .curveMismatch(let at): "byte \(at): the key names no curve, or two"
    case .curveNotNamed(let at): "byte \(at): the curve is not given by its name"
    case .evenModulus: "the modulus is even"
    case .exponentOutOfRange: "the public exponent is even, too small or too large"
    case .faultySignature: "the signature came out wrong"
    case .inconsistentKey: "the numbers of the private key do not belong together"
    case .inputTooLong(let count, let limit): "\(count) bytes where at most \(limit) are allowed"
    case .iterationCountOutOfRange(let count, let limit):
      "\(count) iterations where 1 to \(limit) are allowed"
    case .keyHashMismatch: "the decapsulation key holds a wrong hash of its encapsulation key"
    case .legacyEncryption:
      "the key is encrypted as old tools did it; convert it: \(Self.conversion)"
    case .malformed(let error): error.description
    case .malformedPoint: "the bytes are no form of a point"
    case .malformedSignature: "the signature is not two integers"
    case .modulusBitCountOutOfRange(let count, let allowed):
      "a modulus of \(count) bits where \(allowed.lowerBound) to \(allowed.upperBound) are allowed"
    case .nonCanonicalCoefficient(let index): "coefficient \(index) is not below the modulus"
    case .nonCanonicalPoint: "a coordinate is not below the field's prime"
    case .noPrivateKey(let found):
      found.map { "there is no private key; the first section is a \($0)" }
        ?? "there is no private key"
    case .outputByteCountOutOfRange(let count, let limit):
      "\(count) derived bytes asked for where 0 to \(limit) can be had"
    case .passwordNeeded: "the key is locked by a password, and none was given"
    case .pointAtInfinity: "the point is the one at infinity"
    case .pointNotOnCurve: "the point is not on the curve"
    case .publicKeyMismatch: "the public key beside the private one is another's"
    case .randomness(let error): error.description
    case .scalarOutOfRange: "the scalar is 0 or not below the order"
    case .signatureOutOfRange: "a number of the signature is 0 or too large"
    case .unsupportedAlgorithm(let oid): "the algorithm \(oid.named) is not supported here"
    case .unsupportedCurve(let oid): "the curve \(oid.named) is not supported"
    case .unsupportedDigest(let count): "a digest of \(count) bytes is of no known function"
    case .unsupportedEncryption(let oid):
      "the key is locked with \(oid.named), which is not supported; convert it: "
        + Self.conversion
    case .unsupportedKeyLabel(let label): Self.advice(for: label)
    case .unsupportedSignature(let algorithm): "the key does not sign by \(algorithm)"
    case .unsupportedVersion(let version, let at): "byte \(at): version \(version) is not known"
    case .wrongAlgorithm(let oid, let expected):
      "a key of \(oid.named) where one of \(expected.named) is needed"
    case .wrongByteCount(let count, let expected): "\(count) bytes where \(expected) are needed"
    case .wrongCurve(let curve, let expected):
      "a key of \(curve.oid.named) where one of \(expected.oid.named) is needed"
    case .wrongKeyByteCount(let count, let expected, let at):
      "byte \(at): a key of \(count) bytes where \(expected) are needed"
    case .wrongParameters(let oid): "the parameters of \(oid.named) are not its own"
    case .wrongPassword: "the password does not open the key, or the key is damaged"
    case .zero(let at): "byte \(at): a number of the key is zero"
    }
  }
}

extension CryptoError {
  /// The command that brings a private key into the form that is read.
  private static let conversion =
    "openssl pkcs8 -topk8 -v2 aes-256-cbc -v2prf hmacWithSHA256 -in OLD -out NEW"

  private static func advice(for label: PEM.Label) -> String {
    let command =
      switch label.rawValue {
      case "DSA PRIVATE KEY":
        "make one of another kind: "
          + "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out NEW"
      case "OPENSSH PRIVATE KEY": "convert it where it stands: ssh-keygen -p -m PKCS8 -f KEY"
      default: "convert it: \(conversion)"
      }
    return "a \(label) is not supported; " + command
  }
}

extension OID {
  fileprivate var named: String { name.map { "\(self) (\($0))" } ?? "\(self)" }
}
