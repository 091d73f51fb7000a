import ApusASN1

/// A private key in PKCS #8 form, which contains the algorithm of the key.
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
/// RFC 5958 section 2. Version 0 is the version of RFC 5208, which has no public key. The bytes of
/// the key are secret, so the type stores only ranges and no content.
public struct PrivateKeyInfo: Equatable, Sendable {
  /// The algorithm of the private key.
  public let algorithm: AlgorithmIdentifier
  /// The range of the private key in the format of its algorithm.
  public let privateKey: Range<Int>
  /// The range of the public key in the PKCS #8 structure, or `nil` if the structure contains none.
  ///
  /// The reader does not compare the public key with the private key.
  public let publicKey: Range<Int>?

  /// Reads a PrivateKeyInfo, and throws an error if bytes remain after the structure.
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
  /// The content of a private key, as ranges of the original span.
  public enum Key: Equatable, Sendable {
    /// The numbers of an RSA key without a restriction to PSS signatures.
    case rsa(PKCS1.PrivateKey)
    /// The numbers of an RSA key for PSS signatures only, with the optional PSS parameters of the
    /// key.
    case rsaPSS(PKCS1.PrivateKey, RSASSAPSSParameters?)
    /// The scalar of an elliptic curve key.
    case ec(SEC1.PrivateKey)
    /// The seed of an Ed25519 key.
    case ed25519(seed: Range<Int>)
    /// The scalar of an X25519 key.
    case x25519(Range<Int>)
  }

  /// Reads the private key in the format of its algorithm.
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
