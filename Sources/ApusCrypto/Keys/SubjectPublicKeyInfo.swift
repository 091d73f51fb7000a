public import ApusASN1

/// A public key with its algorithm, as in certificates and key pins.
///
///     SubjectPublicKeyInfo  ::=  SEQUENCE  {
///          algorithm            AlgorithmIdentifier,
///          subjectPublicKey     BIT STRING  }
///
/// RFC 5280 section 4.1.
public struct SubjectPublicKeyInfo: Equatable, Sendable {
  /// The range of the whole structure; a key pin is the SHA-256 of its bytes.
  public let range: Range<Int>
  /// The algorithm of the key.
  public let algorithm: AlgorithmIdentifier
  /// The bits of the key, which are whole bytes; a key identifier is their SHA-1.
  public let subjectPublicKey: Range<Int>

  /// Reads the structure as the next value. The content of the key is not read yet.
  public init(from reader: inout DERReader, in der: Span<UInt8>) throws(ASN1Error) {
    let start = reader.position
    var fields = try reader.readSequence(in: der)
    algorithm = try AlgorithmIdentifier(from: &fields, in: der)
    subjectPublicKey = try fields.readWholeBitString(in: der)
    try fields.finish()
    range = start..<reader.position
  }

  /// Reads the structure, which must be all of the bytes.
  public init(_ der: Span<UInt8>) throws(ASN1Error) {
    var reader = DERReader(der)
    try self.init(from: &reader, in: der)
    try reader.finish()
  }
}

extension SubjectPublicKeyInfo {
  /// The content of a key, as ranges of the span it was read from.
  ///
  /// The algorithm decides whether the key is valid.
  public enum Key: Equatable, Sendable {
    /// RSA, for any use.
    case rsa(PKCS1.PublicKey)
    /// RSA for PSS signatures only, possibly with one hash function only.
    case rsaPSS(PKCS1.PublicKey, RSASSAPSSParameters?)
    /// A point of a curve in X9.63 form.
    case ec(NamedCurve, point: Range<Int>)
    /// Ed25519.
    case ed25519(Range<Int>)
    /// X25519.
    case x25519(Range<Int>)
    /// Ed448, which is recognized and not supported.
    case ed448(Range<Int>)
    /// X448, which is recognized and not supported.
    case x448(Range<Int>)
    /// DSA, which is recognized and not supported.
    case dsa
    /// Any other.
    case other(OID)
  }

  /// Reads the key in the format of its algorithm.
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

/// Keys of a kind that the caller expects, such as those of a key agreement.
///
/// RFC 5480 section 2 and RFC 8410 section 3.
extension SubjectPublicKeyInfo {
  /// Returns the point of a key, which must be on the expected curve.
  func point(on expected: NamedCurve, in der: Span<UInt8>) throws(CryptoError) -> Range<Int> {
    guard case .ec(let curve, let point) = try key(in: der) else {
      throw .wrongAlgorithm(algorithm.oid, expected: .ecPublicKey)
    }
    guard curve == expected else { throw .wrongCurve(curve, expected: expected) }
    return point
  }

  /// Reads a structure that must be all of the bytes.
  fileprivate static func whole(
    _ der: Span<UInt8>
  ) throws(CryptoError) -> SubjectPublicKeyInfo {
    try wrapping { () throws(ASN1Error) in try SubjectPublicKeyInfo(der) }
  }
}

extension P256.PublicKey {
  /// Reads the DER of a SubjectPublicKeyInfo of this curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let point = try SubjectPublicKeyInfo.whole(der).point(on: .p256, in: der)
    try self.init(x963: der.extracting(point))
  }
}

extension P384.PublicKey {
  /// Reads the DER of a SubjectPublicKeyInfo of this curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let point = try SubjectPublicKeyInfo.whole(der).point(on: .p384, in: der)
    try self.init(x963: der.extracting(point))
  }
}

extension P521.PublicKey {
  /// Reads the DER of a SubjectPublicKeyInfo of this curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let point = try SubjectPublicKeyInfo.whole(der).point(on: .p521, in: der)
    try self.init(x963: der.extracting(point))
  }
}

extension X25519.PublicKey {
  /// Reads the DER of a SubjectPublicKeyInfo of this curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let info = try SubjectPublicKeyInfo.whole(der)
    guard case .x25519(let bytes) = try info.key(in: der) else {
      throw .wrongAlgorithm(info.algorithm.oid, expected: .x25519)
    }
    try self.init(rawRepresentation: der.extracting(bytes))
  }
}
