internal import ApusASN1
internal import ApusCrypto

extension X509 {
  /// Something that is signed, where it stands, with what is signed by which algorithm.
  ///
  ///     SIGNED ::= SEQUENCE {
  ///       toBeSigned           SEQUENCE,
  ///       algorithmIdentifier  AlgorithmIdentifier,
  ///       signature            BIT STRING }
  ///
  /// RFC 5280 section 4.1.1: certificates, revocation lists, requests and OCSP responses are all
  /// of this form.
  struct SignedContent: Hashable, Sendable {
    /// The bytes that are signed.
    let content: Range<Int>
    /// The algorithm of the signature.
    let algorithm: AlgorithmIdentifier
    /// The bytes of the signature.
    let signature: Range<Int>

    init(_ content: Range<Int>, _ algorithm: AlgorithmIdentifier, _ signature: Range<Int>) {
      self.content = content
      self.algorithm = algorithm
      self.signature = signature
    }

    /// Reads the three, and leaves the reader behind them.
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

    /// Whether it is signed with the private key that belongs to a public one.
    ///
    /// An algorithm that is broken, not supported or none of the key's is thrown.
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

extension X509.PublicKey {
  /// The key in a form that signatures are checked with, if its algorithm is supported.
  ///
  /// An RSA modulus of less than `RSA.minimumBitCount` bits is refused.
  func verificationKey() throws(X509Error) -> VerificationKey {
    let der = der
    do throws(CryptoError) {
      return try VerificationKey(spki: der.span)
    } catch {
      throw .key(error)
    }
  }
}
