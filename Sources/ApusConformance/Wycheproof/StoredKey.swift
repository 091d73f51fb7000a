import ApusASN1
import ApusCrypto

/// Keys out of the forms in which they are stored, as the bytes that primitives take.
enum StoredKey {
  /// A structure that is well formed, and not the key that was looked for.
  struct Unexpected: Error {}

  /// The DER of a text's first section.
  static func der(pem text: String) throws -> [UInt8] {
    let text = Array(text.utf8)
    guard let section = try PEM.sections(of: text.span).first else { throw Unexpected() }
    return try section.bytes(in: text.span)
  }

  /// The point of a SubjectPublicKeyInfo for that curve.
  static func point(in der: [UInt8], of curve: NamedCurve) throws -> [UInt8] {
    guard case .ec(curve, let point) = try publicKey(in: der) else { throw Unexpected() }
    return Array(der[point])
  }

  /// The key of a SubjectPublicKeyInfo for Ed25519.
  static func ed25519(in der: [UInt8]) throws -> [UInt8] {
    guard case .ed25519(let key) = try publicKey(in: der) else { throw Unexpected() }
    return Array(der[key])
  }

  /// The key of a SubjectPublicKeyInfo for X25519.
  static func x25519(in der: [UInt8]) throws -> [UInt8] {
    guard case .x25519(let key) = try publicKey(in: der) else { throw Unexpected() }
    return Array(der[key])
  }

  /// The scalar of a PrivateKeyInfo for that curve.
  static func scalar(in der: [UInt8], of curve: NamedCurve) throws -> [UInt8] {
    guard case .ec(let key) = try privateKey(in: der), key.curve == curve else {
      throw Unexpected()
    }
    return Array(der[key.scalar])
  }

  /// The scalar of a PrivateKeyInfo for X25519.
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
