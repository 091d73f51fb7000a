internal import ApusASN1

/// Keys of one kind that the caller knows, as peers of a key agreement have them.
///
/// RFC 5480 section 2 and RFC 8410 section 3.
extension SubjectPublicKeyInfo {
  /// The point of a key that must be of that curve.
  func point(on expected: NamedCurve, in der: Span<UInt8>) throws(CryptoError) -> Range<Int> {
    guard case .ec(let curve, let point) = try key(in: der) else {
      throw .wrongAlgorithm(algorithm.oid, expected: .ecPublicKey)
    }
    guard curve == expected else { throw .wrongCurve(curve, expected: expected) }
    return point
  }

  /// The structure that is all of the bytes.
  fileprivate static func whole(
    _ der: Span<UInt8>
  ) throws(CryptoError) -> SubjectPublicKeyInfo {
    try wrapping { () throws(ASN1Error) in try SubjectPublicKeyInfo(der) }
  }
}

extension P256.PublicKey {
  /// Takes the DER of a SubjectPublicKeyInfo of this curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let point = try SubjectPublicKeyInfo.whole(der).point(on: .p256, in: der)
    try self.init(x963: der.extracting(point))
  }
}

extension P384.PublicKey {
  /// Takes the DER of a SubjectPublicKeyInfo of this curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let point = try SubjectPublicKeyInfo.whole(der).point(on: .p384, in: der)
    try self.init(x963: der.extracting(point))
  }
}

extension P521.PublicKey {
  /// Takes the DER of a SubjectPublicKeyInfo of this curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let point = try SubjectPublicKeyInfo.whole(der).point(on: .p521, in: der)
    try self.init(x963: der.extracting(point))
  }
}

extension X25519.PublicKey {
  /// Takes the DER of a SubjectPublicKeyInfo of this curve.
  public init(spki der: Span<UInt8>) throws(CryptoError) {
    let info = try SubjectPublicKeyInfo.whole(der)
    guard case .x25519(let bytes) = try info.key(in: der) else {
      throw .wrongAlgorithm(info.algorithm.oid, expected: .x25519)
    }
    try self.init(rawRepresentation: der.extracting(bytes))
  }
}
