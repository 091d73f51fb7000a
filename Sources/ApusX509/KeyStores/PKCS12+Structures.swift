internal import ApusASN1
internal import ApusCrypto

extension X509.PKCS12 {
  /// A ContentInfo structure of a PKCS #12 file: a content type and its content.
  ///
  ///     ContentInfo ::= SEQUENCE {
  ///       contentType ContentType,
  ///       content [0] EXPLICIT ANY DEFINED BY contentType }
  ///
  /// RFC 5652 section 3.
  struct ContentInfo {
    let type: OID
    let content: Range<Int>

    init(from reader: inout DERReader, in der: Span<UInt8>) throws(ASN1Error) {
      var fields = try reader.readSequence(in: der)
      type = try fields.readOID(in: der)
      content = try fields.readExplicit(0, in: der).range
      try fields.finish()
    }

    /// Returns the byte range of an unencrypted content, which has the content type `data`. RFC
    /// 5652 section 4.
    func octets(in der: Span<UInt8>) throws(ASN1Error) -> Range<Int> {
      var reader = DERReader(content)
      let octets = try reader.readOctetString(in: der)
      try reader.finish()
      return octets
    }
  }

  /// The content of a PKCS #12 file that is encrypted with a password.
  ///
  ///     EncryptedData ::= SEQUENCE {
  ///       version CMSVersion,
  ///       encryptedContentInfo EncryptedContentInfo,
  ///       unprotectedAttrs [1] IMPLICIT UnprotectedAttributes OPTIONAL }
  ///
  ///     EncryptedContentInfo ::= SEQUENCE {
  ///       contentType ContentType,
  ///       contentEncryptionAlgorithm ContentEncryptionAlgorithmIdentifier,
  ///       encryptedContent [0] IMPLICIT EncryptedContent OPTIONAL }
  ///
  /// RFC 5652 sections 6.1 and 8.
  struct LockedContent {
    let algorithm: AlgorithmIdentifier
    let content: Range<Int>

    init(_ range: Range<Int>, in der: Span<UInt8>) throws(ASN1Error) {
      var data = try DERReader(sequenceFilling: range, in: der)
      _ = try data.readInteger(in: der)
      var info = try data.readSequence(in: der)
      _ = try data.readOptional(.context(1, isConstructed: true), in: der)
      try data.finish()
      _ = try info.readOID(in: der)
      algorithm = try AlgorithmIdentifier(from: &info, in: der)
      content = try info.read(.context(0), in: der).content
      try info.finish()
    }
  }

  /// The authentication code of a PKCS #12 file.
  ///
  ///     MacData ::= SEQUENCE {
  ///         mac         DigestInfo,
  ///         macSalt     OCTET STRING,
  ///         iterations  INTEGER DEFAULT 1
  ///     }
  ///
  ///     DigestInfo ::= SEQUENCE {
  ///       digestAlgorithm DigestAlgorithmIdentifier,
  ///       digest Digest }
  ///
  /// RFC 7292 section 4, RFC 8017 appendix A.2.4. The initializer accepts an encoded default value
  /// of the iterations, because many tools write it.
  struct StoredCode {
    let algorithm: AlgorithmIdentifier
    let digest: Range<Int>
    let salt: Range<Int>
    let iterations: Int

    init(from reader: inout DERReader, in der: Span<UInt8>) throws(ASN1Error) {
      var fields = try reader.readSequence(in: der)
      var info = try fields.readSequence(in: der)
      algorithm = try AlgorithmIdentifier(from: &info, in: der)
      digest = try info.readOctetString(in: der)
      try info.finish()
      salt = try fields.readOctetString(in: der)
      iterations = try fields.readOptional(.integer, in: der)?.integer(in: der) ?? 1
      try fields.finish()
    }
  }
}

extension X509.PKCS12.Problem {
  /// Calls a DER parser, and converts its errors to problems of the PKCS #12 file.
  static func parsing<Value>(
    _ read: () throws(ASN1Error) -> Value
  ) throws(X509.PKCS12.Problem) -> Value {
    do throws(ASN1Error) { return try read() } catch { throw .malformed(error) }
  }

  /// Calls a function that reads keys, and converts its errors to problems of the PKCS #12 file.
  static func wrapping<Value>(
    _ work: () throws(CryptoError) -> Value
  ) throws(X509.PKCS12.Problem) -> Value {
    do throws(CryptoError) { return try work() } catch { throw X509.PKCS12.Problem(error) }
  }

  /// Creates the problem of a PKCS #12 file from an error of a cryptographic operation.
  init(_ error: CryptoError) {
    self =
      switch error {
      case .wrongPassword: .wrongPassword
      case .unsupportedEncryption(let oid): .legacyEncryption(oid)
      case .iterationCountOutOfRange(let count, _):
        .tooManyIterations(count, limit: X509.PKCS12.iterationLimit)
      case .malformed(let error): .malformed(error)
      default: .crypto(error)
      }
  }
}
