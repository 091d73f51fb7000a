internal import ApusASN1
internal import ApusCrypto

extension SignatureAlgorithm {
  /// Reads the algorithm of a signature of X.509, where RSA's may stand without its NULL.
  ///
  /// RFC 4055 section 5: parameters that are absent are accepted as NULL is. Public authorities
  /// must write the NULL, which `explicitParameters` asks for.
  init(reading identifier: AlgorithmIdentifier, in der: Span<UInt8>) throws(CryptoError) {
    switch (identifier.oid, identifier.parameters) {
    case (.sha256WithRSAEncryption, nil): self = .rsaPKCS1(.sha256)
    case (.sha384WithRSAEncryption, nil): self = .rsaPKCS1(.sha384)
    case (.sha512WithRSAEncryption, nil): self = .rsaPKCS1(.sha512)
    default: try self.init(identifier, in: der)
    }
  }
}
