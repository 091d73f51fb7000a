public import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509.ObjectFacts {
  /// The options for reading an object, such as a key or a revocation list.
  public struct ReadingOptions: Sendable {
    /// The reference time for the remaining time of a revocation list (CRL).
    public var moment: UnixTime
    /// A Boolean value that indicates whether private keys may be encrypted with Triple DES or RC2.
    public var allowsLegacyEncryption: Bool

    /// Creates options for reading an object.
    ///
    /// - Parameters:
    ///   - moment: The reference time for the remaining time of a revocation list.
    ///   - allowsLegacyEncryption: A Boolean value that indicates whether keys can be encrypted
    ///     with Triple DES or RC2.
    public init(at moment: UnixTime, allowingLegacyEncryption allowsLegacyEncryption: Bool = false)
    {
      self.moment = moment
      self.allowsLegacyEncryption = allowsLegacyEncryption
    }
  }

  /// Reads the object in a PEM section.
  ///
  /// - Parameters:
  ///   - section: The PEM section, an element of `X509.Bundle.others`.
  ///   - text: The PEM text that contains the section.
  ///   - password: The password of encrypted keys in UTF-8, or `nil` for no password.
  ///   - options: The accepted encryption, and the time for revocation lists.
  /// - Returns: The facts, or `nil` for a section of another kind, such as a certificate.
  public init?(
    _ section: PEM.Section, in text: Span<UInt8>, password: Span<UInt8>?,
    _ options: ReadingOptions
  ) {
    let label = section.label
    guard let kind = Self.kind(of: label) else { return nil }
    if kind == .privateKey, let error = Self.obstacle(of: section) {
      self.init(unreadPrivateKey: label, error)
      return
    }
    do throws(ASN1Error) {
      self = try section.secret(in: text).withBytes {
        Self.object(kind, label, $0, password: password, options)
      }
    } catch {
      self.init(kind)
      problem = .malformed(error)
    }
  }

  /// Reads an object in DER or a Java key store, and detects the kind of the object.
  ///
  /// - Parameters:
  ///   - der: The bytes of the object.
  ///   - password: The password of encrypted keys in UTF-8, or `nil` for no password.
  ///   - options: The accepted encryption, and the time for revocation lists.
  /// - Returns: The facts, or `nil` for bytes of another form, such as a certificate.
  public init?(der: Span<UInt8>, password: Span<UInt8>?, _ options: ReadingOptions) {
    if Self.isJavaKeyStore(der) {
      self.init(javaKeyStore: der, password: password)
    } else if Self.isKeyStore(der) {
      self.init(keyStore: der, options, password)
    } else if X509.PKCS7.isLikely(der) {
      self.init(message: der.copy(), at: options.moment)
    } else if let form = PrivateKeyForm(guessedFrom: der), Self.isPrivateKey(der, form) {
      self.init(privateKey: der, form, options, password: password)
    } else if (try? SubjectPublicKeyInfo(der)) != nil {
      self.init(publicKey: der)
    } else if (try? X509.CertificationRequest(der.copy())) != nil {
      self.init(request: der.copy())
    } else if (try? X509.RevocationList(der.copy())) != nil {
      self.init(revocationList: der.copy(), at: options.moment)
    } else {
      return nil
    }
  }

  private static func kind(of label: PEM.Label) -> Kind? {
    switch label {
    case .certificateRequest, .newCertificateRequest: .request
    case .x509CRL: .revocationList
    case .pkcs7, .cms: .message
    case .publicKey, .rsaPublicKey: .publicKey
    default:
      // The label of a private key is `PRIVATE KEY`, possibly after a name such as `EC`.
      label.rawValue.utf8.suffix(11).elementsEqual("PRIVATE KEY".utf8) ? .privateKey : nil
    }
  }

  /// Returns the reason a PEM section with a private key cannot be read, according to the section's
  /// headers and label.
  private static func obstacle(of section: PEM.Section) -> CryptoError? {
    if section.headers == .encrypted { return .legacyEncryption }
    return PrivateKeyForm(section.label) == nil
      ? .unsupportedKeyLabel(section.label) : nil
  }

  private static func object(
    _ kind: Kind, _ label: PEM.Label, _ der: Span<UInt8>, password: Span<UInt8>?,
    _ options: ReadingOptions
  ) -> X509.ObjectFacts {
    switch kind {
    case .request: X509.ObjectFacts(request: der.copy())
    case .revocationList:
      X509.ObjectFacts(revocationList: der.copy(), at: options.moment)
    case .message: X509.ObjectFacts(message: der.copy(), at: options.moment)
    case .publicKey where label == .rsaPublicKey: X509.ObjectFacts(rsaPublicKey: der)
    case .publicKey: X509.ObjectFacts(publicKey: der)
    case .keyStore: X509.ObjectFacts(keyStore: der, options, password)
    case .privateKey:
      X509.ObjectFacts(
        privateKey: der, PrivateKeyForm(label) ?? .pkcs8, options, password: password)
    }
  }

  /// Returns a Boolean value that indicates whether bytes begin like DER or a Java key store.
  package static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.first == 0x30 || isJavaKeyStore(bytes.span)
  }

  /// Returns a Boolean value that indicates whether a private key has the format that its first
  /// fields suggest.
  private static func isPrivateKey(_ der: Span<UInt8>, _ form: PrivateKeyForm) -> Bool {
    switch form {
    case .pkcs8: (try? PrivateKeyInfo(der)) != nil
    case .encryptedPKCS8: (try? EncryptedPrivateKeyInfo(der)) != nil
    case .pkcs1: (try? PKCS1.PrivateKey(der.indices, in: der)) != nil
    case .sec1: (try? SEC1.PrivateKey(der.indices, in: der)) != nil
    }
  }

  /// Returns a Boolean value that indicates whether bytes begin like a Java key store (JKS or
  /// JCEKS).
  package static func isJavaKeyStore(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 4 else { return false }
    let magic = bytes.extracting(first: 4).copy()
    return magic == [0xfe, 0xed, 0xfe, 0xed] || magic == [0xce, 0xce, 0xce, 0xce]
  }

  /// Returns a Boolean value that indicates whether bytes begin like a PKCS #12 file, with version
  /// 3 and a typed content.
  ///
  /// RFC 7292 section 4.
  package static func isKeyStore(_ der: Span<UInt8>) -> Bool {
    var reader = DERReader(der)
    guard var fields = try? reader.readSequence(in: der),
      (try? fields.readInteger(in: der)) == 3, var safe = try? fields.readSequence(in: der),
      let type = try? safe.readOID(in: der)
    else { return false }
    return type == .data || type == .signedData
  }
}
