public import ApusASN1

/// A public key that verifies signatures with any supported algorithm.
public enum VerificationKey: Sendable, Hashable {
  /// An RSA key that verifies signatures with PKCS #1 v1.5 padding or PSS padding.
  case rsa(RSA.PublicKey)
  /// An RSA key that verifies only PSS signatures, with optional restrictions.
  case rsaPSS(RSA.PublicKey, RSA.PSSRestriction?)
  /// An ECDSA key over the curve P-256.
  case p256(P256.PublicKey)
  /// An ECDSA key over the curve P-384.
  case p384(P384.PublicKey)
  /// An ECDSA key over the curve P-521.
  case p521(P521.PublicKey)
  /// An Ed25519 key.
  case ed25519(Ed25519.PublicKey)

  /// Creates the verification key of a SubjectPublicKeyInfo, which was read from the same bytes.
  ///
  /// The initializer rejects an RSA modulus of less than `RSA.minimumBitCount` bits unless the
  /// caller allows a smaller modulus.
  public init(
    _ info: SubjectPublicKeyInfo, in der: Span<UInt8>, allowingSmallModulus: Bool = false
  ) throws(CryptoError) {
    switch try info.key(in: der) {
    case .rsa(let key):
      self = .rsa(try RSA.PublicKey(key, in: der, allowingSmallModulus: allowingSmallModulus))
    case .rsaPSS(let key, let parameters):
      self = .rsaPSS(
        try RSA.PublicKey(key, in: der, allowingSmallModulus: allowingSmallModulus),
        try parameters.map { (parameters) throws(CryptoError) in
          try RSA.PSSRestriction(parameters)
        })
    case .ec(.p256, let point): self = .p256(try P256.PublicKey(x963: der.extracting(point)))
    case .ec(.p384, let point): self = .p384(try P384.PublicKey(x963: der.extracting(point)))
    case .ec(.p521, let point): self = .p521(try P521.PublicKey(x963: der.extracting(point)))
    case .ed25519(let bytes):
      self = .ed25519(try Ed25519.PublicKey(rawRepresentation: der.extracting(bytes)))
    case .x25519, .ed448, .x448, .dsa, .other:
      throw .unsupportedAlgorithm(info.algorithm.oid)
    }
  }

  /// Reads the verification key of a SubjectPublicKeyInfo, which must span all of the bytes.
  public init(spki der: Span<UInt8>, allowingSmallModulus: Bool = false) throws(CryptoError) {
    let info = try wrapping { () throws(ASN1Error) in try SubjectPublicKeyInfo(der) }
    try self.init(info, in: der, allowingSmallModulus: allowingSmallModulus)
  }

  /// Writes the verification key as a SubjectPublicKeyInfo with an uncompressed point.
  public func write(to writer: inout DERWriter) {
    switch self {
    case .rsa(let key): writer.writePublicKey(key)
    case .rsaPSS(let key, let restriction): writer.writePublicKey(key, restrictedTo: restriction)
    case .p256(let key): writer.writePublicKey(.p256, point: key.x963)
    case .p384(let key): writer.writePublicKey(.p384, point: key.x963)
    case .p521(let key): writer.writePublicKey(.p521, point: key.x963)
    case .ed25519(let key): writer.writePublicKey(.ed25519, raw: key.rawRepresentation)
    }
  }

  /// The DER encoding of the verification key as a SubjectPublicKeyInfo with an uncompressed point.
  public var spki: [UInt8] {
    var writer = DERWriter()
    write(to: &writer)
    return writer.bytes
  }
}

extension VerificationKey {
  /// Returns whether the key can verify signatures of a signature algorithm.
  ///
  /// Any hash function works with any curve. TLS 1.3 requires one hash function for each curve,
  /// which the TLS code checks. RFC 4055 section 1.2 forbids other uses of a PSS key. RFC 4055
  /// section 3.3 requires the parameters of a signature to match the parameters of the key.
  public func supports(_ algorithm: SignatureAlgorithm) -> Bool {
    switch (self, algorithm) {
    case (.rsa, .rsaPKCS1), (.rsa, .rsaPSS), (.rsaPSS(_, nil), .rsaPSS): true
    case (.rsaPSS(_, let restriction?), .rsaPSS(let hash, let saltByteCount)):
      hash == restriction.hash && saltByteCount >= restriction.leastSaltByteCount
    case (.p256, .ecdsa), (.p384, .ecdsa), (.p521, .ecdsa), (.ed25519, .ed25519): true
    case (.rsa, _), (.rsaPSS, _), (.p256, _), (.p384, _), (.p521, _), (.ed25519, _): false
    }
  }

  /// The signature algorithms that the key supports, in descending order of preference.
  public var supportedAlgorithms: [SignatureAlgorithm] {
    let hashes = HashAlgorithm.allCases
    switch self {
    case .rsa(let key):
      let pss = hashes.map { SignatureAlgorithm.rsaPSS($0) }.filter { key.hasRoom(for: $0) }
      return pss + hashes.map { .rsaPKCS1($0) }
    case .rsaPSS(let key, nil):
      return hashes.map { .rsaPSS($0) }.filter { key.hasRoom(for: $0) }
    case .rsaPSS(let key, let restriction?):
      let (hash, least) = (restriction.hash, restriction.leastSaltByteCount)
      return [.rsaPSS(hash, saltByteCount: max(least, hash.digestByteCount))]
        .filter { key.hasRoom(for: $0) }
    case .p256: return [.ecdsa(.sha256), .ecdsa(.sha384), .ecdsa(.sha512)]
    case .p384: return [.ecdsa(.sha384), .ecdsa(.sha512), .ecdsa(.sha256)]
    case .p521: return [.ecdsa(.sha512), .ecdsa(.sha384), .ecdsa(.sha256)]
    case .ed25519: return [.ed25519]
    }
  }

  /// Returns whether a signature is valid for a message and the public key.
  ///
  /// The result is `false` for a malformed signature, and for an algorithm that the key does not
  /// support. All inputs are public, and the running time depends on the inputs.
  public func isValid(
    signature: Span<UInt8>, _ algorithm: SignatureAlgorithm, for message: Span<UInt8>
  ) -> Bool {
    guard supports(algorithm) else { return false }
    switch (self, algorithm) {
    case (.rsa(let key), .rsaPKCS1(let hash)):
      return key.isValid(
        signature: signature, .pkcs1(hash), forDigest: hash.digest(of: message).span)
    case (.rsa(let key), .rsaPSS(let hash, let saltByteCount)),
      (.rsaPSS(let key, _), .rsaPSS(let hash, let saltByteCount)):
      return key.isValid(
        signature: signature, .pss(hash, saltByteCount: saltByteCount),
        forDigest: hash.digest(of: message).span)
    case (.p256(let key), .ecdsa(let hash)):
      return key.isValid(signature: signature, forDigest: hash.digest(of: message).span)
    case (.p384(let key), .ecdsa(let hash)):
      return key.isValid(signature: signature, forDigest: hash.digest(of: message).span)
    case (.p521(let key), .ecdsa(let hash)):
      return key.isValid(signature: signature, forDigest: hash.digest(of: message).span)
    case (.ed25519(let key), .ed25519): return key.isValid(signature: signature, for: message)
    case (.rsa, _), (.rsaPSS, _), (.p256, _), (.p384, _), (.p521, _), (.ed25519, _): return false
    }
  }
}

extension RSA.PublicKey {
  /// Returns a Boolean value that indicates whether the RSA modulus has room for the PSS encoding
  /// of a digest and a salt.
  fileprivate func hasRoom(for algorithm: SignatureAlgorithm) -> Bool {
    guard case .rsaPSS(let hash, let saltByteCount) = algorithm else { return true }
    let encoding = PSSEncoding(hash: hash, saltByteCount: saltByteCount, bitCount: bitCount - 1)
    return saltByteCount <= encoding.saltLimit
  }
}
