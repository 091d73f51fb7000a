public import ApusASN1

/// A public key with its algorithm, which certificates and key pins contain.
///
///     SubjectPublicKeyInfo  ::=  SEQUENCE  {
///          algorithm            AlgorithmIdentifier,
///          subjectPublicKey     BIT STRING  }
///
/// RFC 5280 section 4.1.
public struct SubjectPublicKeyInfo: Equatable, Sendable {
  /// The range of the whole SubjectPublicKeyInfo; a key pin is the SHA-256 digest of these bytes.
  public let range: Range<Int>
  /// The algorithm of the public key.
  public let algorithm: AlgorithmIdentifier
  /// The range of the public key's bits, whose SHA-1 digest is a key identifier.
  public let subjectPublicKey: Range<Int>

  /// Reads the next DER value as a SubjectPublicKeyInfo, without reading the content of the public
  /// key.
  public init(from reader: inout DERReader, in der: Span<UInt8>) throws(ASN1Error) {
    let start = reader.position
    var fields = try reader.readSequence(in: der)
    algorithm = try AlgorithmIdentifier(from: &fields, in: der)
    subjectPublicKey = try fields.readWholeBitString(in: der)
    try fields.finish()
    range = start..<reader.position
  }

  /// Reads a SubjectPublicKeyInfo, and throws an error if bytes remain after the structure.
  public init(_ der: Span<UInt8>) throws(ASN1Error) {
    var reader = DERReader(der)
    try self.init(from: &reader, in: der)
    try reader.finish()
  }
}

extension SubjectPublicKeyInfo {
  /// The content of a public key, as ranges of the original span.
  ///
  /// The implementation of the key's algorithm decides whether the key is valid.
  public enum Key: Equatable, Sendable {
    /// An RSA key without a restriction to PSS signatures.
    case rsa(PKCS1.PublicKey)
    /// An RSA key for PSS signatures only, with the optional PSS parameters of the key.
    case rsaPSS(PKCS1.PublicKey, RSASSAPSSParameters?)
    /// An elliptic curve key, which is a point of the curve in X9.63 form.
    case ec(NamedCurve, point: Range<Int>)
    /// An Ed25519 key.
    case ed25519(Range<Int>)
    /// An X25519 key.
    case x25519(Range<Int>)
    /// An Ed448 key, which the library recognizes but does not support.
    case ed448(Range<Int>)
    /// An X448 key, which the library recognizes but does not support.
    case x448(Range<Int>)
    /// A DSA key, which the library recognizes but does not support.
    case dsa
    /// A public key with an unknown algorithm.
    case other(OID)
  }

  /// Reads the public key in the format of its algorithm.
  ///
  /// RFC 3279 section 2.3, RFC 4055 section 1.2, RFC 5480 section 2 and RFC 8410 section 3.
  public func key(in der: Span<UInt8>) throws(CryptoError) -> Key {
    switch algorithm.oid {
    case .rsaEncryption:
      try algorithm.expectNullParameters()
      return .rsa(try PKCS1.PublicKey(subjectPublicKey, in: der))
    case .rsassaPSS:
      let key = try PKCS1.PublicKey(subjectPublicKey, in: der)
      guard algorithm.parameters != nil else { return .rsaPSS(key, nil) }
      return .rsaPSS(key, try RSASSAPSSParameters(of: algorithm, in: der))
    case .ecPublicKey:
      guard let parameters = algorithm.parameters else { throw .wrongParameters(algorithm.oid) }
      return .ec(try NamedCurve(parameters, in: der), point: subjectPublicKey)
    case .ed25519: return .ed25519(try rawKey(of: 32))
    case .x25519: return .x25519(try rawKey(of: 32))
    case .ed448: return .ed448(try rawKey(of: 57))
    case .x448: return .x448(try rawKey(of: 56))
    case .dsa: return .dsa
    default: return .other(algorithm.oid)
    }
  }

  private func rawKey(of byteCount: Int) throws(CryptoError) -> Range<Int> {
    try algorithm.expectNoParameters()
    guard subjectPublicKey.count == byteCount else {
      throw .wrongKeyByteCount(
        subjectPublicKey.count, expected: byteCount, at: subjectPublicKey.lowerBound)
    }
    return subjectPublicKey
  }
}

/// The functions that read public keys of an expected type, such as the keys of a key agreement.
///
/// RFC 5480 section 2 and RFC 8410 section 3.
extension SubjectPublicKeyInfo {
  /// Returns the point of a public key, and throws an error if the key is not on the expected
  /// curve.
  func point(on expected: NamedCurve, in der: Span<UInt8>) throws(CryptoError) -> Range<Int> {
    guard case .ec(let curve, let point) = try key(in: der) else {
      throw .wrongAlgorithm(algorithm.oid, expected: .ecPublicKey)
    }
    guard curve == expected else { throw .wrongCurve(curve, expected: expected) }
    return point
  }

  /// Reads a SubjectPublicKeyInfo, and throws an error if bytes remain after the structure.
  fileprivate static func whole(
    _ der: Span<UInt8>
  ) throws(CryptoError) -> SubjectPublicKeyInfo {
    try wrapping { () throws(ASN1Error) in try SubjectPublicKeyInfo(der) }
  }
}

extension P256.PublicKey {
  /// Reads the DER of a SubjectPublicKeyInfo, which must be a public key on the type's curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let point = try SubjectPublicKeyInfo.whole(der).point(on: .p256, in: der)
    try self.init(x963: der.extracting(point))
  }
}

extension P384.PublicKey {
  /// Reads the DER of a SubjectPublicKeyInfo, which must be a public key on the type's curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let point = try SubjectPublicKeyInfo.whole(der).point(on: .p384, in: der)
    try self.init(x963: der.extracting(point))
  }
}

extension P521.PublicKey {
  /// Reads the DER of a SubjectPublicKeyInfo, which must be a public key on the type's curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let point = try SubjectPublicKeyInfo.whole(der).point(on: .p521, in: der)
    try self.init(x963: der.extracting(point))
  }
}

extension X25519.PublicKey {
  /// Reads the DER of a SubjectPublicKeyInfo, which must be a public key on the type's curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let info = try SubjectPublicKeyInfo.whole(der)
    guard case .x25519(let bytes) = try info.key(in: der) else {
      throw .wrongAlgorithm(info.algorithm.oid, expected: .x25519)
    }
    try self.init(rawRepresentation: der.extracting(bytes))
  }
}
