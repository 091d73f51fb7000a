import ApusASN1
import ApusBytes
import ApusCrypto
import ApusX509

/// Reads what stands in files of keys and certificates and is no certificate.
struct ObjectReader {
  let password: Password
  let moment: UnixTime

  /// Reads a section of PEM by its label; nil where that is of nothing that is shown here.
  func object(_ section: PEM.Section, in text: Span<UInt8>) -> ObjectFacts? {
    let label = section.label
    guard let kind = Self.kind(of: label) else { return nil }
    if kind == .privateKey, let obstacle = Self.obstacle(of: section) {
      return ObjectFacts(unreadPrivateKey: label, obstacle)
    }
    do throws(ASN1Error) {
      return try section.secret(in: text).withBytes { object(kind, label, $0) }
    } catch {
      var object = ObjectFacts(kind)
      object.fail("\(error)")
      return object
    }
  }

  private static func kind(of label: PEM.Label) -> ObjectFacts.Kind? {
    switch label {
    case .certificateRequest, .newCertificateRequest: .request
    case .x509CRL: .revocationList
    case .pkcs7, .cms: .message
    case .publicKey, .rsaPublicKey: .publicKey
    default:
      // `PRIVATE KEY` alone, and behind the name of anything.
      label.rawValue.utf8.suffix(11).elementsEqual("PRIVATE KEY".utf8) ? .privateKey : nil
    }
  }

  /// Why a section of a private key cannot be read, by its headers and its label.
  private static func obstacle(of section: PEM.Section) -> String? {
    if section.headers == .encrypted { return "\(CryptoError.legacyEncryption)" }
    return PrivateKeyForm(section.label) == nil
      ? "\(CryptoError.unsupportedKeyLabel(section.label))" : nil
  }

  private func object(
    _ kind: ObjectFacts.Kind, _ label: PEM.Label, _ der: Span<UInt8>
  ) -> ObjectFacts {
    switch kind {
    case .request: return ObjectFacts(request: der.copy())
    case .revocationList: return ObjectFacts(revocationList: der.copy(), at: moment)
    case .message: return ObjectFacts(message: der.copy(), at: moment)
    case .publicKey:
      return label == .rsaPublicKey
        ? ObjectFacts(rsaPublicKey: der) : ObjectFacts(publicKey: der)
    case .keyStore: return ObjectFacts(keyStore: der, password)
    case .privateKey:
      return ObjectFacts(privateKey: der, PrivateKeyForm(label) ?? .pkcs8, password)
    }
  }

  /// Returns whether bytes begin as DER does, or as a key store of Java.
  static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.first == 0x30 || isJavaKeyStore(bytes.span)
  }

  /// Reads DER by what it looks like; nil where that is nothing that is shown here.
  func object(der: Span<UInt8>) -> ObjectFacts? {
    if Self.isJavaKeyStore(der) { return ObjectFacts(javaKeyStore: der, password) }
    if Self.isKeyStore(der) { return ObjectFacts(keyStore: der, password) }
    if X509.PKCS7.isLikely(der) { return ObjectFacts(message: der.copy(), at: moment) }
    if let form = PrivateKeyForm(guessedFrom: der), Self.isPrivateKey(der, form) {
      return ObjectFacts(privateKey: der, form, password)
    }
    if (try? SubjectPublicKeyInfo(der)) != nil { return ObjectFacts(publicKey: der) }
    let bytes = der.copy()
    if (try? X509.CertificationRequest(bytes)) != nil { return ObjectFacts(request: bytes) }
    if (try? X509.RevocationList(bytes)) != nil {
      return ObjectFacts(revocationList: bytes, at: moment)
    }
    return nil
  }

  /// Whether the bytes have the form that their first fields promise.
  private static func isPrivateKey(_ der: Span<UInt8>, _ form: PrivateKeyForm) -> Bool {
    switch form {
    case .pkcs8: (try? PrivateKeyInfo(der)) != nil
    case .encryptedPKCS8: (try? EncryptedPrivateKeyInfo(der)) != nil
    case .pkcs1: (try? PKCS1.PrivateKey(der.indices, in: der)) != nil
    case .sec1: (try? SEC1.PrivateKey(der.indices, in: der)) != nil
    }
  }

  /// Returns whether bytes begin as JKS or JCEKS does.
  private static func isJavaKeyStore(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 4 else { return false }
    let magic = bytes.extracting(first: 4).copy()
    return magic == [0xfe, 0xed, 0xfe, 0xed] || magic == [0xce, 0xce, 0xce, 0xce]
  }

  /// Whether the bytes begin as PKCS #12 does: with version 3 and a content that has a type.
  ///
  /// RFC 7292 section 4.
  private static func isKeyStore(_ der: Span<UInt8>) -> Bool {
    var reader = DERReader(der)
    guard var fields = try? reader.readSequence(in: der),
      (try? fields.readInteger(in: der)) == 3, var safe = try? fields.readSequence(in: der),
      let type = try? safe.readOID(in: der)
    else { return false }
    return type == .data || type == .signedData
  }
}
