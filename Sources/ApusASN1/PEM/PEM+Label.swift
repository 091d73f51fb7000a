extension PEM {
  /// What a section says that it holds.
  ///
  ///     label      = [ labelchar *( ["-" / SP] labelchar ) ]       ; empty ok
  ///     labelchar  = %x21-2C / %x2E-7E    ; any printable character except hyphen-minus
  ///
  /// RFC 7468 section 3.
  public struct Label: Hashable, Sendable, RawRepresentable {
    /// The words between the hyphens.
    public let rawValue: String

    /// Creates the label of those words, or nil if they cannot be one.
    public init?(rawValue: String) {
      let bytes = Array(rawValue.utf8)
      guard Label.isLabel(bytes.span) else { return nil }
      self.rawValue = rawValue
    }

    /// The label whose bytes those are, or nil if they cannot be one.
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

/// The labels that have a meaning in PKIX, and those of older tools.
///
/// RFC 7468 section 4.
extension PEM.Label {
  /// A certificate.
  public static let certificate = PEM.Label(known: "CERTIFICATE")
  /// A certificate, as old tools called it.
  public static let x509Certificate = PEM.Label(known: "X509 CERTIFICATE")
  /// A certificate, and behind it what OpenSSL is to trust it for.
  public static let trustedCertificate = PEM.Label(known: "TRUSTED CERTIFICATE")
  /// A certificate revocation list.
  public static let x509CRL = PEM.Label(known: "X509 CRL")
  /// A certification request of PKCS #10.
  public static let certificateRequest = PEM.Label(known: "CERTIFICATE REQUEST")
  /// A certification request, as old tools called it.
  public static let newCertificateRequest = PEM.Label(known: "NEW CERTIFICATE REQUEST")
  /// A message of PKCS #7, often a bag of certificates.
  public static let pkcs7 = PEM.Label(known: "PKCS7")
  /// A message of CMS, which grew out of PKCS #7.
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
  /// The curve that OpenSSL writes in front of an elliptic curve private key.
  public static let ecParameters = PEM.Label(known: "EC PARAMETERS")
}
