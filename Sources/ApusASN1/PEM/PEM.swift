/// The PEM format: a binary object as base64 between a first line and a last line with a label.
///
/// `PEM.Scanner` finds the sections of a PEM text one after the other, with their labels.
/// `PEM.Section` decodes one section. The text between sections is skipped.
public enum PEM {
  /// The maximum number of sections of a PEM text.
  public static let sectionLimit = 65_536
  /// The maximum number of bytes in the text of a PEM section.
  /// The longest real sections are revocation lists.
  public static let sectionByteLimit = 64 << 20
  /// The maximum number of bytes of a PEM label.
  public static let labelByteLimit = 64

  /// Returns every section of a PEM text, and throws an error for the first malformed section.
  ///
  /// The sections are decoded later, so unused sections cost nothing. A section with invalid base64
  /// does not affect the other sections.
  public static func sections(of text: Span<UInt8>) throws(ASN1Error) -> [Section] {
    var scanner = Scanner()
    var sections: [Section] = []
    while let section = try scanner.next(in: text) { sections.append(section) }
    return sections
  }

  /// Returns bytes as one PEM section, in lines of 64 characters that end with a line feed.
  ///
  ///     stricttextualmsg = preeb eol strictbase64text posteb eol
  ///
  /// RFC 7468 section 3.
  public static func encode(_ bytes: Span<UInt8>, as label: Label) -> String {
    let base64 = Array(Base64.encode(bytes).utf8)
    var text = Array("-----BEGIN \(label)-----\n".utf8)
    for start in stride(from: 0, to: base64.count, by: 64) {
      text += base64[start..<min(start + 64, base64.count)]
      text.append(0x0a)
    }
    text += Array("-----END \(label)-----\n".utf8)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns bytes as one PEM section, in lines of 64 characters that end with a line feed.
  public static func encode(_ bytes: [UInt8], as label: Label) -> String {
    encode(bytes.span, as: label)
  }
}

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
