internal import ApusCrypto

extension X509 {
  /// Who has issued a certificate, as far as revocation needs to know.
  ///
  /// RFC 5280 section 6.3.3: an anchor can be a name and a key alone.
  public struct RevocationIssuer: Hashable, Sendable {
    /// The name that the certificate has as its issuer.
    public let name: Name
    /// The key that has signed the certificate.
    public let publicKey: PublicKey
    /// The uses of the key, if they are stated.
    public let keyUsage: KeyUsage?
    /// What the issuer's certificate calls the key, if it calls it anything.
    public let keyIdentifier: [UInt8]?

    /// Creates an issuer that is a name and a key.
    public init(
      _ name: Name, _ publicKey: PublicKey, keyUsage: KeyUsage? = nil, keyIdentifier: [UInt8]? = nil
    ) {
      self.name = name
      self.publicKey = publicKey
      self.keyUsage = keyUsage
      self.keyIdentifier = keyIdentifier
    }

    /// Creates an issuer by its certificate.
    public init(_ certificate: Certificate) throws(X509Error) {
      self.init(
        certificate.subject, certificate.publicKey, keyUsage: try certificate.keyUsage,
        keyIdentifier: try certificate.subjectKeyIdentifier?.bytes)
    }

    /// An issuer that is trusted without anyone vouching for it.
    init(_ anchor: Anchor) throws(X509Error) {
      switch anchor.source {
      case .certificate(let certificate): try self.init(certificate)
      case .key(let name, let key, _): self.init(name, key)
      }
    }

    /// Whether the key may sign revocation lists. RFC 5280 section 6.3.3 (f).
    var maySignLists: Bool { keyUsage?.contains(.crlSigning) ?? true }
  }
}
