public import ApusASN1
public import ApusCrypto

/// Why a certificate, or something that belongs to one, could not be read or written.
///
/// Offsets are counted from the first byte of the DER, or of the PEM.
public enum X509Error: Error, Equatable, Sendable {
  /// A field is not DER of its type.
  case malformed(X509.Field, ASN1Error)
  /// A field is DER of its type and breaks a rule.
  case broken(X509.Rule, X509.Field, at: Int)
  /// A version that is none of the three, by the number that stands there: 0 is version 1.
  case unsupportedVersion(Int)
  /// An extension that stands twice.
  case duplicateExtension(OID, at: Int)
  /// A field that holds more than allowed: bytes of a certificate, values of a list.
  case tooMany(X509.Field, limit: Int)
  /// Text that the type of its string does not have, when something is made of it.
  case invalidText(ASN1Error)
  /// Something that cannot be made, because a rule forbids it.
  case forbidden(X509.Rule)
  /// A key that is not in the form of its algorithm.
  case key(CryptoError)
  /// A signature of an algorithm that is broken, not supported, or none of the key's.
  case signatureAlgorithm(CryptoError)
  /// A signature that cannot be made.
  case signing(CryptoError)
  /// PEM that cannot be read.
  case pem(ASN1Error)
  /// Neither PEM nor DER of a certificate.
  case noCertificate
  /// Text that is not a pin: `sha256/` and 32 bytes in base64.
  case malformedPin
  /// A file of PKCS #12 that cannot be read.
  indirect case keyStore(X509.PKCS12.Problem)
}

extension X509Error {
  /// The offset at which reading failed, where there is one.
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
    case .malformed(let field, let error): "\(field) cannot be read: \(error)"
    case .broken(let rule, let field, let at): "\(field), byte \(at): \(rule) (\(rule.section))"
    case .unsupportedVersion(let version):
      "the version \(version) is neither 0, 1 nor 2 (RFC 5280 section 4.1.2.1)"
    case .duplicateExtension(let oid, let at):
      "byte \(at): the extension \(X509.brief(oid)) stands twice (RFC 5280 section 4.2)"
    case .tooMany(let field, let limit): "\(field): more than the \(limit) that are allowed"
    case .invalidText(let error): "the text cannot be written: \(error)"
    case .forbidden(let rule): "\(rule) (\(rule.section))"
    case .key(let error): "the key cannot be read: \(error)"
    case .signatureAlgorithm(let error): "the signature cannot be checked: \(error)"
    case .signing(let error): "the signature cannot be made: \(error)"
    case .pem(let error): "the PEM cannot be read: \(error)"
    case .noCertificate: "there is neither PEM nor DER of a certificate"
    case .keyStore(let problem): problem.description
    case .malformedPin: "a pin is sha256/ and 32 bytes in base64"
    }
  }
}
