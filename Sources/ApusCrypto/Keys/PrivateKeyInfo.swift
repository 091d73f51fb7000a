import ApusASN1

/// A private key with its algorithm: PKCS #8.
///
///     OneAsymmetricKey ::= SEQUENCE {
///       version                   Version,
///       privateKeyAlgorithm       PrivateKeyAlgorithmIdentifier,
///       privateKey                PrivateKey,
///       attributes            [0] Attributes OPTIONAL,
///       ...,
///       [[2: publicKey        [1] PublicKey OPTIONAL ]],
///       ...
///     }
///
/// RFC 5958 section 2; version 0 is that of RFC 5208, without a public key. The bytes are secret:
/// this type stores ranges only, and none of the content.
public struct PrivateKeyInfo: Equatable, Sendable {
  /// The algorithm of the key.
  public let algorithm: AlgorithmIdentifier
  /// The key in a format of its algorithm.
  public let privateKey: Range<Int>
  /// The public key, if there is one; it is not compared with the private key here.
  public let publicKey: Range<Int>?

  /// Reads the structure, which must be all of the bytes.
  public init(_ der: Span<UInt8>) throws(CryptoError) {
    var fields = try wrapping { () throws(ASN1Error) in
      try DERReader(sequenceFilling: der.indices, in: der)
    }
    let version = try fields.readVersion(0...1, in: der)
    (algorithm, privateKey, publicKey) = try wrapping { () throws(ASN1Error) in
      let algorithm = try AlgorithmIdentifier(from: &fields, in: der)
      let privateKey = try fields.readOctetString(in: der)
      _ = try fields.readOptional(.context(0, isConstructed: true), in: der)
      let publicKey =
        version == 0 ? nil : try fields.readOptional(.context(1), in: der)?.wholeBitString(in: der)
      try fields.finish()
      return (algorithm, privateKey, publicKey)
    }
  }
}

extension PrivateKeyInfo {
  /// The content of a key, as ranges of the span it was read from.
  public enum Key: Equatable, Sendable {
    /// The numbers of an RSA key, for any use.
    case rsa(PKCS1.PrivateKey)
    /// The numbers of an RSA key for PSS signatures only, possibly with one hash function only.
    case rsaPSS(PKCS1.PrivateKey, RSASSAPSSParameters?)
    /// The scalar of an elliptic curve key.
    case ec(SEC1.PrivateKey)
    /// The seed of an Ed25519 key.
    case ed25519(seed: Range<Int>)
    /// The scalar of an X25519 key.
    case x25519(Range<Int>)
  }

  /// Reads the key in the format of its algorithm.
  ///
  ///     CurvePrivateKey ::= OCTET STRING
  ///
  /// RFC 8017 appendix A.1.2, RFC 4055 section 1.2, RFC 5915 section 3 and RFC 8410 section 7.
  public func key(in der: Span<UInt8>) throws(CryptoError) -> Key {
    switch algorithm.oid {
    case .rsaEncryption:
      try algorithm.expectNullParameters()
      return .rsa(try PKCS1.PrivateKey(privateKey, in: der))
    case .rsassaPSS:
      let key = try PKCS1.PrivateKey(privateKey, in: der)
      guard algorithm.parameters != nil else { return .rsaPSS(key, nil) }
      return .rsaPSS(key, try RSASSAPSSParameters(of: algorithm, in: der))
    case .ecPublicKey:
      guard let parameters = algorithm.parameters else { throw .wrongParameters(algorithm.oid) }
      let curve = try NamedCurve(parameters, in: der)
      return .ec(try SEC1.PrivateKey(privateKey, outerCurve: curve, in: der))
    case .ed25519: return .ed25519(seed: try curvePrivateKey(in: der))
    case .x25519: return .x25519(try curvePrivateKey(in: der))
    default: throw .unsupportedAlgorithm(algorithm.oid)
    }
  }

  private func curvePrivateKey(in der: Span<UInt8>) throws(CryptoError) -> Range<Int> {
    try algorithm.expectNoParameters()
    let key = try wrapping { () throws(ASN1Error) in
      var reader = DERReader(privateKey)
      let key = try reader.readOctetString(in: der)
      try reader.finish()
      return key
    }
    guard key.count == 32 else {
      throw .wrongKeyByteCount(key.count, expected: 32, at: key.lowerBound)
    }
    return key
  }
}
