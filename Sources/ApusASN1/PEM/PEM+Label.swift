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
  /// The PEM label of a certificate.
  public static let certificate = PEM.Label(known: "CERTIFICATE")
  /// The PEM label of a certificate in files of old tools.
  public static let x509Certificate = PEM.Label(known: "X509 CERTIFICATE")
  /// The PEM label of a certificate with OpenSSL's trust settings.
  public static let trustedCertificate = PEM.Label(known: "TRUSTED CERTIFICATE")
  /// The PEM label of a certificate revocation list (CRL).
  public static let x509CRL = PEM.Label(known: "X509 CRL")
  /// The PEM label of a PKCS #10 certification request.
  public static let certificateRequest = PEM.Label(known: "CERTIFICATE REQUEST")
  /// The PEM label of a certification request in files of old tools.
  public static let newCertificateRequest = PEM.Label(known: "NEW CERTIFICATE REQUEST")
  /// The PEM label of a PKCS #7 message, which is often a list of certificates.
  public static let pkcs7 = PEM.Label(known: "PKCS7")
  /// The PEM label of a CMS message. The format CMS is the successor of PKCS #7.
  public static let cms = PEM.Label(known: "CMS")
  /// The PEM label of a public key, which is a SubjectPublicKeyInfo.
  public static let publicKey = PEM.Label(known: "PUBLIC KEY")
  /// The PEM label of a PKCS #1 RSA public key.
  public static let rsaPublicKey = PEM.Label(known: "RSA PUBLIC KEY")
  /// The PEM label of a PKCS #8 private key.
  public static let privateKey = PEM.Label(known: "PRIVATE KEY")
  /// The PEM label of an encrypted PKCS #8 private key.
  public static let encryptedPrivateKey = PEM.Label(known: "ENCRYPTED PRIVATE KEY")
  /// The PEM label of a PKCS #1 RSA private key.
  public static let rsaPrivateKey = PEM.Label(known: "RSA PRIVATE KEY")
  /// The PEM label of a SEC 1 elliptic curve private key.
  public static let ecPrivateKey = PEM.Label(known: "EC PRIVATE KEY")
  /// The PEM label of the curve parameters that OpenSSL writes before an elliptic curve private
  /// key.
  public static let ecParameters = PEM.Label(known: "EC PARAMETERS")
}
