internal import ApusASN1
internal import ApusCrypto

extension X509 {
  /// The ranges of the signed content, the signature algorithm and the signature of a structure.
  ///
  ///     SIGNED ::= SEQUENCE {
  ///       toBeSigned           SEQUENCE,
  ///       algorithmIdentifier  AlgorithmIdentifier,
  ///       signature            BIT STRING }
  ///
  /// RFC 5280 section 4.1.1: certificates, revocation lists, certification requests and OCSP
  /// responses all have the form of signed content.
  struct SignedContent: Hashable, Sendable {
    /// The range of the signed bytes.
    let content: Range<Int>
    /// The algorithm of the signature.
    let algorithm: AlgorithmIdentifier
    /// The range of the signature's bytes.
    let signature: Range<Int>

    init(_ content: Range<Int>, _ algorithm: AlgorithmIdentifier, _ signature: Range<Int>) {
      self.content = content
      self.algorithm = algorithm
      self.signature = signature
    }

    /// Reads the content, the algorithm and the signature, which must span all of the fields.
    init(from fields: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      content = try fields.read(.sequence, in: der).range
      fields.field = .signatureAlgorithm
      algorithm = try fields.reading { (fields) throws(ASN1Error) in
        try AlgorithmIdentifier(from: &fields, in: der)
      }
      fields.field = .signature
      signature = try fields.reading { (fields) throws(ASN1Error) in
        try fields.readWholeBitString(in: der)
      }
    }

    /// Returns a Boolean value that indicates whether the signature is valid for a public key.
    ///
    /// The function throws an error if the algorithm is broken, is not supported or does not fit
    /// the key.
    func isSigned(by key: VerificationKey, in der: Span<UInt8>) throws(X509Error) -> Bool {
      let signatureAlgorithm: SignatureAlgorithm
      do throws(CryptoError) {
        signatureAlgorithm = try SignatureAlgorithm(reading: algorithm, in: der)
        guard key.supports(signatureAlgorithm) else { throw .unsupportedAlgorithm(algorithm.oid) }
      } catch {
        throw .signatureAlgorithm(error)
      }
      return key.isValid(
        signature: der.extracting(signature), signatureAlgorithm, for: der.extracting(content))
    }

    static func == (left: SignedContent, right: SignedContent) -> Bool {
      left.content == right.content && left.algorithm == right.algorithm
        && left.signature == right.signature
    }

    func hash(into hasher: inout Hasher) { hasher.combine(signature) }
  }
}

extension SignatureAlgorithm {
  /// Reads the algorithm of an X.509 signature. An RSA algorithm may have NULL as parameters or no
  /// parameters.
  ///
  /// RFC 4055 section 5: absent parameters are accepted like NULL. Public authorities must write
  /// the NULL, which `explicitParameters` requires.
  init(reading identifier: AlgorithmIdentifier, in der: Span<UInt8>) throws(CryptoError) {
    switch (identifier.oid, identifier.parameters) {
    case (.sha256WithRSAEncryption, nil): self = .rsaPKCS1(.sha256)
    case (.sha384WithRSAEncryption, nil): self = .rsaPKCS1(.sha384)
    case (.sha512WithRSAEncryption, nil): self = .rsaPKCS1(.sha512)
    default: try self.init(identifier, in: der)
    }
  }
}
