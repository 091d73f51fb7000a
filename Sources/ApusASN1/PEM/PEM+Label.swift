extension PEM {
  /// The label of a section, which names the type of its content.
  ///
  ///     label      = [ labelchar *( ["-" / SP] labelchar ) ]       ; empty ok
  ///     labelchar  = %x21-2C / %x2E-7E    ; any printable character except hyphen-minus
  ///
  /// RFC 7468 section 3.
  public struct Label: Hashable, Sendable, RawRepresentable {
    /// The words between the hyphens.
    public let rawValue: String

    /// Creates a label from its words, or nil if they are not valid.
    public init?(rawValue: String) {
      let bytes = Array(rawValue.utf8)
      guard Label.isLabel(bytes.span) else { return nil }
      self.rawValue = rawValue
    }

    /// Creates a label from its bytes, or nil if they are not valid.
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

/// The labels of PKIX, and those of older tools.
///
/// RFC 7468 section 4.
extension PEM.Label {
  /// A certificate.
  public static let certificate = PEM.Label(known: "CERTIFICATE")
  /// A certificate, in the terms of old tools.
  public static let x509Certificate = PEM.Label(known: "X509 CERTIFICATE")
  /// A certificate with the purposes that OpenSSL trusts it for.
  public static let trustedCertificate = PEM.Label(known: "TRUSTED CERTIFICATE")
  /// A certificate revocation list.
  public static let x509CRL = PEM.Label(known: "X509 CRL")
  /// A certification request of PKCS #10.
  public static let certificateRequest = PEM.Label(known: "CERTIFICATE REQUEST")
  /// A certification request, in the terms of old tools.
  public static let newCertificateRequest = PEM.Label(known: "NEW CERTIFICATE REQUEST")
  /// A PKCS #7 message, often a list of certificates.
  public static let pkcs7 = PEM.Label(known: "PKCS7")
  /// A CMS message, the successor of PKCS #7.
  public static let cms = PEM.Label(known: "CMS")
  /// A SubjectPublicKeyInfo.
  public static let publicKey = PEM.Label(known: "PUBLIC KEY")
  /// An RSA public key of PKCS #1.
  public static let rsaPublicKey = PEM.Label(known: "RSA PUBLIC KEY")
  /// A private key of PKCS #8.
  public static let privateKey = PEM.Label(known: "PRIVATE KEY")
  /// An encrypted private key of PKCS #8.
  public static let encryptedPrivateKey = PEM.Label(known: "ENCRYPTED PRIVATE KEY")
  /// An RSA private key of PKCS #1.
  public static let rsaPrivateKey = PEM.Label(known: "RSA PRIVATE KEY")
  /// An elliptic curve private key of SEC 1.
  public static let ecPrivateKey = PEM.Label(known: "EC PRIVATE KEY")
  /// The curve that OpenSSL writes before an elliptic curve private key.
  public static let ecParameters = PEM.Label(known: "EC PARAMETERS")
}
