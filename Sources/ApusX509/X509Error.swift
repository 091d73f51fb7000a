public import ApusASN1
public import ApusCrypto

/// The reason a certificate or a related structure could not be read or written.
///
/// An offset in an error is counted from the first byte of the DER or PEM input.
public enum X509Error: Error, Equatable, Sendable {
  /// A field is not valid DER of the field's type.
  case malformed(X509.Field, ASN1Error)
  /// A field is valid DER of the field's type, but breaks a rule of an RFC.
  case broken(X509.Rule, X509.Field, at: Int)
  /// The certificate version is not 1, 2 or 3. The DER encoding of version 1 is the number 0.
  case unsupportedVersion(Int)
  /// The certificate contains the same extension twice.
  case duplicateExtension(OID, at: Int)
  /// A certificate field exceeds its limit, such as the maximum number of bytes or of list
  /// elements.
  case tooMany(X509.Field, limit: Int)
  /// A text contains characters that its ASN.1 string type does not allow.
  case invalidText(ASN1Error)
  /// The content to encode violates a rule of an RFC.
  case forbidden(X509.Rule)
  /// The encoding of a key does not have the form that the key's algorithm requires.
  case key(CryptoError)
  /// The signature algorithm is broken, is not supported, or does not fit the key.
  case signatureAlgorithm(CryptoError)
  /// The creation of a signature failed.
  case signing(CryptoError)
  /// The PEM text is malformed.
  case pem(ASN1Error)
  /// The input is neither PEM nor the DER of a certificate.
  case noCertificate
  /// The text of a key pin is not `sha256/` followed by 32 bytes in base64.
  case malformedPin
  /// A PKCS #12 file could not be read.
  indirect case keyStore(X509.PKCS12.Problem)
}

extension X509Error {
  /// The offset of the error in the input, or `nil` if the error has no offset.
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
