extension PEM {
  /// The label of a PEM section, which names the type of the section's content.
  ///
  ///     label      = [ labelchar *( ["-" / SP] labelchar ) ]       ; empty ok
  ///     labelchar  = %x21-2C / %x2E-7E    ; any printable character except hyphen-minus
  ///
  /// RFC 7468 section 3.
  public struct Label: Hashable, Sendable, RawRepresentable {
    /// The words of the label between the hyphens.
    public let rawValue: String

    /// Creates a PEM label from its words, or returns `nil` if the words are not a valid label.
    public init?(rawValue: String) {
      let bytes = Array(rawValue.utf8)
      guard Label.isLabel(bytes.span) else { return nil }
      self.rawValue = rawValue
    }

    /// Creates a PEM label from its bytes, or returns `nil` if the bytes are not a valid label.
    init?(_ bytes: Span<UInt8>) {
      guard Label.isLabel(bytes) else { return nil }
      do {
        rawValue = String(copying: try UTF8Span(validating: bytes))
      } catch {
        return nil
      }
    }

    private init(known words: String) { rawValue = words }

    private static func isLabel(_ bytes: Span<UInt8>) -> Bool {
      guard bytes.count <= labelByteLimit else { return false }
      var isAfterWord = false
      for index in bytes.indices {
        switch bytes[index] {
        case 0x20, 0x2d:
          guard isAfterWord else { return false }
          isAfterWord = false
        case 0x21...0x7e: isAfterWord = true
        default: return false
        }
      }
      return isAfterWord || bytes.isEmpty
    }
  }
}

extension PEM.Label: CustomStringConvertible {
  public var description: String { rawValue }
}

/// The labels of PEM sections in PKIX, and the labels of older tools.
///
/// RFC 7468 section 4.
extension PEM.Label {
  /// The label of a certificate.
  public static let certificate = PEM.Label(known: "CERTIFICATE")
  /// The label of a certificate in files of old tools.
  public static let x509Certificate = PEM.Label(known: "X509 CERTIFICATE")
  /// The label of a certificate with the purposes that OpenSSL trusts the certificate for.
  public static let trustedCertificate = PEM.Label(known: "TRUSTED CERTIFICATE")
  /// The label of a certificate revocation list (CRL).
  public static let x509CRL = PEM.Label(known: "X509 CRL")
  /// The label of a certification request of PKCS #10.
  public static let certificateRequest = PEM.Label(known: "CERTIFICATE REQUEST")
  /// The label of a certification request in files of old tools.
  public static let newCertificateRequest = PEM.Label(known: "NEW CERTIFICATE REQUEST")
  /// The label of a PKCS #7 message, which is often a list of certificates.
  public static let pkcs7 = PEM.Label(known: "PKCS7")
  /// The label of a CMS message, which is the successor of a PKCS #7 message.
  public static let cms = PEM.Label(known: "CMS")
  /// The label of a public key, which is a SubjectPublicKeyInfo.
  public static let publicKey = PEM.Label(known: "PUBLIC KEY")
  /// The label of an RSA public key of PKCS #1.
  public static let rsaPublicKey = PEM.Label(known: "RSA PUBLIC KEY")
  /// The label of a private key of PKCS #8.
  public static let privateKey = PEM.Label(known: "PRIVATE KEY")
  /// The label of an encrypted private key of PKCS #8.
  public static let encryptedPrivateKey = PEM.Label(known: "ENCRYPTED PRIVATE KEY")
  /// The label of an RSA private key of PKCS #1.
  public static let rsaPrivateKey = PEM.Label(known: "RSA PRIVATE KEY")
  /// The label of an elliptic curve private key of SEC 1.
  public static let ecPrivateKey = PEM.Label(known: "EC PRIVATE KEY")
  /// The label of the curve that OpenSSL writes before an elliptic curve private key.
  public static let ecParameters = PEM.Label(known: "EC PARAMETERS")
}
