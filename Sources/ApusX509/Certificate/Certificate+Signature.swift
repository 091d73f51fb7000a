internal import ApusASN1
public import ApusCrypto

extension X509.Certificate {
  /// The key in a form that signatures are checked with, if its algorithm is supported.
  ///
  /// An RSA modulus of less than `RSA.minimumBitCount` bits is refused unless the caller allows it.
  public func verificationKey(
    allowingSmallModulus: Bool = false
  ) throws(X509Error) -> VerificationKey {
    do throws(CryptoError) {
      return try VerificationKey(
        publicKeyInfo, in: der.span, allowingSmallModulus: allowingSmallModulus)
    } catch {
      throw .key(error)
    }
  }

  /// Whether the certificate is signed with the private key that belongs to a public one.
  ///
  /// An algorithm that is broken, not supported or none of the key's is thrown, so that it is told
  /// apart from a signature that is wrong. RFC 5280 section 4.1.1.3.
  public func isSigned(by key: VerificationKey) throws(X509Error) -> Bool {
    try X509.SignedContent(signedRange, signatureAlgorithm, signatureRange)
      .isSigned(by: key, in: der.span)
  }
}

extension X509.Algorithm {
  /// The algorithm of a signature.
  public init(of algorithm: SignatureAlgorithm) throws(X509Error) {
    var writer = DERWriter()
    algorithm.write(to: &writer)
    let der = writer.bytes
    var reader = X509.Reader(DERReader(der.span), .signatureAlgorithm)
    let identifier = try reader.reading { (reader) throws(ASN1Error) in
      try AlgorithmIdentifier(from: &reader, in: der.span)
    }
    self.init(identifier, in: der.span)
  }
}

extension X509.PublicKey {
  /// A key that signatures are checked with.
  public init(_ key: VerificationKey) throws(X509Error) {
    let der = key.spki
    try self.init(der: der.span)
  }
}
