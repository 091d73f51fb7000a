internal import ApusCrypto

extension X509 {
  /// The issuer of a certificate, with the data for revocation.
  ///
  /// RFC 5280 section 6.3.3: an anchor can consist of a name and a key only.
  public struct RevocationIssuer: Hashable, Sendable {
    /// The issuer name in the certificate.
    public let name: Name
    /// The key that signed the certificate.
    public let publicKey: PublicKey
    /// The uses of the key, if they are limited.
    public let keyUsage: KeyUsage?
    /// The key identifier in the issuer's certificate, if there is one.
    public let keyIdentifier: [UInt8]?

    /// Creates an issuer from a name and a key.
    ///
    /// - Parameters:
    ///   - name: The name of the issuer.
    ///   - publicKey: The key of the issuer.
    ///   - keyUsage: The uses of the key; nil for all.
    ///   - keyIdentifier: The identifier of the key; nil if it is unknown.
    public init(
      _ name: Name, _ publicKey: PublicKey, keyUsage: KeyUsage? = nil, keyIdentifier: [UInt8]? = nil
    ) {
      self.name = name
      self.publicKey = publicKey
      self.keyUsage = keyUsage
      self.keyIdentifier = keyIdentifier
    }

    /// Creates an issuer from its certificate.
    ///
    /// - Parameter certificate: The certificate of the issuer.
    public init(_ certificate: Certificate) throws(X509Error) {
      self.init(
        certificate.subject, certificate.publicKey, keyUsage: try certificate.keyUsage,
        keyIdentifier: try certificate.subjectKeyIdentifier?.bytes)
    }

    /// Creates an issuer from an anchor.
    init(_ anchor: Anchor) throws(X509Error) {
      switch anchor.source {
      case .certificate(let certificate): try self.init(certificate)
      case .key(let name, let key, _): self.init(name, key)
      }
    }

    /// A Boolean value that indicates whether the key can sign revocation lists. RFC 5280 section
    /// 6.3.3 (f).
    var maySignLists: Bool { keyUsage?.contains(.crlSigning) ?? true }
  }
}
