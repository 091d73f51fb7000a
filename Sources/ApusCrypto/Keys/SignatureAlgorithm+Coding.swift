public import ApusASN1

extension SignatureAlgorithm {
  /// Reads a signature algorithm from its object identifier and its parameters.
  ///
  ///     ecdsa-with-SHA256 …            parameters absent
  ///     sha256WithRSAEncryption …      parameters NULL
  ///     id-RSASSA-PSS                  parameters RSASSA-PSS-params
  ///     id-Ed25519                     parameters absent
  ///
  /// RFC 5758 section 3.2, RFC 4055 sections 3.1 and 5, and RFC 8410 section 3. PSS requires one
  /// hash function for the message and the mask, a salt as long as the digest, and the trailer
  /// field 1. The reader rejects a missing NULL, although RFC 4055 accepts one, because publicly
  /// trusted authorities must write the NULL. Each algorithm therefore has one encoding.
  public init(
    _ identifier: AlgorithmIdentifier, in der: Span<UInt8>
  ) throws(CryptoError) {
    switch identifier.oid {
    case .ecdsaWithSHA256: self = .ecdsa(.sha256)
    case .ecdsaWithSHA384: self = .ecdsa(.sha384)
    case .ecdsaWithSHA512: self = .ecdsa(.sha512)
    case .sha256WithRSAEncryption: self = .rsaPKCS1(.sha256)
    case .sha384WithRSAEncryption: self = .rsaPKCS1(.sha384)
    case .sha512WithRSAEncryption: self = .rsaPKCS1(.sha512)
    case .ed25519: self = .ed25519
    case .rsassaPSS:
      let (hash, saltByteCount) = try RSASSAPSSParameters(of: identifier, in: der).usable()
      guard saltByteCount == hash.digestByteCount else { throw .wrongParameters(.rsassaPSS) }
      self = .rsaPSS(hash)
      return
    case .md2WithRSAEncryption, .md5WithRSAEncryption, .sha1WithRSAEncryption, .ecdsaWithSHA1,
      .dsaWithSHA1:
      throw .brokenAlgorithm(identifier.oid)
    default: throw .unsupportedAlgorithm(identifier.oid)
    }
    if case .rsaPKCS1 = self {
      try identifier.expectNullParameters()
    } else {
      try identifier.expectNoParameters()
    }
  }

  /// Writes the signature algorithm as an AlgorithmIdentifier.
  public func write(to writer: inout DERWriter) {
    switch self {
    case .ecdsa(.sha256): writer.writeAlgorithm(.ecdsaWithSHA256)
    case .ecdsa(.sha384): writer.writeAlgorithm(.ecdsaWithSHA384)
    case .ecdsa(.sha512): writer.writeAlgorithm(.ecdsaWithSHA512)
    case .rsaPKCS1(.sha256): writer.writeAlgorithm(.sha256WithRSAEncryption) { $0.writeNull() }
    case .rsaPKCS1(.sha384): writer.writeAlgorithm(.sha384WithRSAEncryption) { $0.writeNull() }
    case .rsaPKCS1(.sha512): writer.writeAlgorithm(.sha512WithRSAEncryption) { $0.writeNull() }
    case .rsaPSS(let hash, let saltByteCount):
      writer.writeAlgorithm(.rsassaPSS) {
        $0.writePSSParameters(hash, saltByteCount: saltByteCount)
      }
    case .ed25519: writer.writeAlgorithm(.ed25519)
    }
  }
}

extension HashAlgorithm {
  /// The object identifier of the hash function. RFC 5754 section 2.
  public var oid: OID {
    switch self {
    case .sha256: .sha256
    case .sha384: .sha384
    case .sha512: .sha512
    }
  }

  /// Creates the hash function with an object identifier, or returns `nil` if the hash function is
  /// unknown.
  public init?(_ oid: OID) {
    switch oid {
    case .sha256: self = .sha256
    case .sha384: self = .sha384
    case .sha512: self = .sha512
    default: return nil
    }
  }
}
