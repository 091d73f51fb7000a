public import ApusASN1
public import ApusCrypto

/// The reason a certificate, or a related structure, could not be read or written.
///
/// Offsets are counted from the first byte of the DER, or of the PEM.
public enum X509Error: Error, Equatable, Sendable {
  /// A field is not valid DER of its type.
  case malformed(X509.Field, ASN1Error)
  /// A field is valid DER of its type and breaks a rule.
  case broken(X509.Rule, X509.Field, at: Int)
  /// A version other than the three known ones, by its encoded number: 0 is version 1.
  case unsupportedVersion(Int)
  /// A duplicate extension.
  case duplicateExtension(OID, at: Int)
  /// A field that exceeds a limit: bytes of a certificate, values of a list.
  case tooMany(X509.Field, limit: Int)
  /// Text with characters that the type of its string does not have.
  case invalidText(ASN1Error)
  /// Content that a rule forbids to write.
  case forbidden(X509.Rule)
  /// A key that is not in the form of its algorithm.
  case key(CryptoError)
  /// A signature with an algorithm that is broken, not supported, or not one of the key.
  case signatureAlgorithm(CryptoError)
  /// A failure to create a signature.
  case signing(CryptoError)
  /// PEM that is malformed.
  case pem(ASN1Error)
  /// Bytes that are neither PEM nor DER of a certificate.
  case noCertificate
  /// Text that is not a pin: `sha256/` and 32 bytes in base64.
  case malformedPin
  /// A PKCS #12 file that cannot be read.
  indirect case keyStore(X509.PKCS12.Problem)
}

extension X509Error {
  /// The offset of the error in the input, if there is one.
  public var offset: Int? {
    switch self {
    case .malformed(_, let error), .pem(let error): error.offset
    case .broken(_, _, let at), .duplicateExtension(_, let at): at
    case .unsupportedVersion, .tooMany, .invalidText, .forbidden, .key, .signatureAlgorithm,
      .signing, .noCertificate, .malformedPin, .keyStore:
      nil
    }
  }
}

extension X509Error: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let field, let error): "\(field) is malformed: \(error)"
    case .broken(let rule, let field, let at): "\(field), byte \(at): \(rule) (\(rule.section))"
    case .unsupportedVersion(let version):
      "the encoded version is \(version) instead of 0, 1 or 2 (RFC 5280 section 4.1.2.1)"
    case .duplicateExtension(let oid, let at):
      "byte \(at): the extension \(X509.brief(oid)) is repeated, but may occur only "
        + "once (RFC 5280 section 4.2)"
    case .tooMany(let field, let limit):
      "\(field): the number of values exceeds the limit of \(limit)"
    case .invalidText(let error): "the text is not allowed in a certificate: \(error)"
    case .forbidden(let rule): "\(rule) (\(rule.section))"
    case .key(let error): "the public key cannot be read: \(error)"
    case .signatureAlgorithm(let error): "the signature cannot be verified: \(error)"
    case .signing(let error): "the signature cannot be created: \(error)"
    case .pem(let error): "the PEM is malformed: \(error)"
    case .noCertificate: "the input is neither a PEM nor a DER certificate"
    case .keyStore(let problem): problem.description
    case .malformedPin: "a key pin must be sha256/ and 32 bytes in base64"
    }
  }
}
