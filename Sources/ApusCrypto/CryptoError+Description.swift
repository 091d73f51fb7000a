internal import ApusASN1

extension CryptoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .allZeroSharedSecret: "the shared secret of the key agreement is all zeros"
    case .authenticationFailed: "the encrypted message is damaged or forged"
    case .brokenAlgorithm(let oid):
      "the signature algorithm \(oid.named) is broken, so its signatures are rejected"
    case .curveMismatch(let at):
      "byte \(at): the private key names no curve, or two different curves"
    case .curveNotNamed(let at):
      "byte \(at): the curve of the key has explicit parameters instead of a name"
    case .evenModulus: "the modulus of the RSA key is even"
    case .exponentOutOfRange: "the public exponent of the RSA key is even, too small or too large"
    case .faultySignature:
      "the computed signature is not valid: the private key or the machine is faulty"
    case .inconsistentKey: "the numbers of the private key do not match each other"
    case .inputTooLong(let count, let limit):
      "the input has \(count) bytes, but at most \(limit) bytes are allowed"
    case .iterationCountOutOfRange(let count, let limit):
      "the encrypted key requires \(count) iterations, but only 1 to \(limit) "
        + "iterations are allowed"
    case .keyHashMismatch:
      "the ML-KEM decapsulation key contains a wrong hash of the encapsulation key"
    case .legacyEncryption:
      "the private key has the unsupported legacy PEM encryption; convert the key: "
        + "\(Self.conversion)"
    case .malformed(let error): error.description
    case .malformedPoint: "the public key is not the encoding of a curve point"
    case .malformedSignature: "the ECDSA signature is not a sequence of two integers"
    case .modulusBitCountOutOfRange(let count, let allowed):
      "the RSA modulus has \(count) bits, but must have from \(allowed.lowerBound) to "
        + "\(allowed.upperBound) bits"
    case .nonCanonicalCoefficient(let index):
      "coefficient \(index) of the ML-KEM key is not below the modulus"
    case .nonCanonicalPoint: "a coordinate of the curve point is not below the prime of the field"
    case .noPrivateKey(let found):
      found.map { "the file contains no private key; the first PEM section is \($0)" }
        ?? "the file contains no private key"
    case .outputByteCountOutOfRange(let count, let limit):
      "\(count) bytes should be derived, but at most \(limit) bytes are possible"
    case .passwordNeeded: "the private key is encrypted, but no password was given"
    case .pointAtInfinity: "the curve point is the point at infinity, which is not allowed"
    case .pointNotOnCurve: "the point of the public key is not on the curve"
    case .publicKeyMismatch: "the public key does not belong to the private key"
    case .randomness(let error): error.description
    case .scalarOutOfRange: "the private key is 0, or is not below the order of the curve"
    case .signatureOutOfRange: "a number of the ECDSA signature is 0 or too large"
    case .unsupportedAlgorithm(let oid): "the algorithm \(oid.named) is not supported"
    case .unsupportedCurve(let oid): "the elliptic curve \(oid.named) is not supported"
    case .unsupportedDigest(let count): "no supported hash function has a digest of \(count) bytes"
    case .unsupportedEncryption(let oid):
      "the private key is encrypted with the unsupported algorithm \(oid.named); convert the key: "
        + Self.conversion
    case .unsupportedKeyLabel(let label): Self.advice(for: label)
    case .unsupportedSignature(let algorithm): "the private key cannot sign with \(algorithm)"
    case .unsupportedVersion(let version, let at):
      "byte \(at): the version \(version) of the key format is not supported"
    case .wrongAlgorithm(let oid, let expected):
      "the key has the algorithm \(oid.named), but \(expected.named) is required"
    case .wrongByteCount(let count, let expected):
      "the input has \(count) bytes, but \(expected) bytes are required"
    case .wrongCurve(let curve, let expected):
      "the key is on the curve \(curve.oid.named), but \(expected.oid.named) is required"
    case .wrongKeyByteCount(let count, let expected, let at):
      "byte \(at): the key has \(count) bytes, but \(expected) bytes are required"
    case .wrongParameters(let oid): "the parameters of the algorithm \(oid.named) are not valid"
    case .wrongPassword: "the password of the private key is wrong, or the key is damaged"
    case .zero(let at): "byte \(at): a number of the RSA key is zero"
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
        "create a key of another algorithm: "
          + "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out NEW"
      case "OPENSSH PRIVATE KEY": "convert the key file in place: ssh-keygen -p -m PKCS8 -f KEY"
      default: "convert the key: \(conversion)"
      }
    return "the key format \(label) is not supported; " + command
  }
}

extension OID {
  fileprivate var named: String { name.map { "\(self) (\($0))" } ?? "\(self)" }
}
