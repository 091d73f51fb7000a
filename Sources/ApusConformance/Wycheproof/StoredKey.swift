import ApusASN1
import ApusCrypto

/// A reader of stored keys in DER or PEM, which returns the bytes for a primitive.
enum StoredKey {
  /// The error for a well-formed key structure that does not contain the expected key.
  struct Unexpected: Error {}

  /// Returns the DER bytes of the first PEM section of a text.
  static func der(pem text: String) throws -> [UInt8] {
    let text = Array(text.utf8)
    guard let section = try PEM.sections(of: text.span).first else { throw Unexpected() }
    return try section.bytes(in: text.span)
  }

  /// Returns the curve point in a SubjectPublicKeyInfo structure.
  static func point(in der: [UInt8], of curve: NamedCurve) throws -> [UInt8] {
    guard case .ec(curve, let point) = try publicKey(in: der) else { throw Unexpected() }
    return Array(der[point])
  }

  /// Returns the Ed25519 public key in a SubjectPublicKeyInfo structure.
  static func ed25519(in der: [UInt8]) throws -> [UInt8] {
    guard case .ed25519(let key) = try publicKey(in: der) else { throw Unexpected() }
    return Array(der[key])
  }

  /// Returns the X25519 public key in a SubjectPublicKeyInfo structure.
  static func x25519(in der: [UInt8]) throws -> [UInt8] {
    guard case .x25519(let key) = try publicKey(in: der) else { throw Unexpected() }
    return Array(der[key])
  }

  /// Returns the private scalar in a PrivateKeyInfo structure for a NIST curve.
  static func scalar(in der: [UInt8], of curve: NamedCurve) throws -> [UInt8] {
    guard case .ec(let key) = try privateKey(in: der), key.curve == curve else {
      throw Unexpected()
    }
    return Array(der[key.scalar])
  }

  /// Returns the private scalar in a PrivateKeyInfo structure for X25519.
  static func x25519Scalar(in der: [UInt8]) throws -> [UInt8] {
    guard case .x25519(let key) = try privateKey(in: der) else { throw Unexpected() }
    return Array(der[key])
  }

  static func publicKey(in der: [UInt8]) throws -> SubjectPublicKeyInfo.Key {
    try SubjectPublicKeyInfo(der.span).key(in: der.span)
  }

  static func privateKey(in der: [UInt8]) throws -> PrivateKeyInfo.Key {
    try PrivateKeyInfo(der.span).key(in: der.span)
  }
}
