internal import ApusCrypto

extension X509 {
  /// The issuer of a certificate, with the data for the revocation check.
  ///
  /// RFC 5280 section 6.3.3: a trust anchor can consist of only a name and a key.
  public struct RevocationIssuer: Hashable, Sendable {
    /// The issuer name in the certificate.
    public let name: Name
    /// The key that signed the certificate.
    public let publicKey: PublicKey
    /// The uses of the issuer's key, or `nil` if the uses are not limited.
    public let keyUsage: KeyUsage?
    /// The key identifier in the issuer's certificate, or `nil` if the certificate has no key
    /// identifier.
    public let keyIdentifier: [UInt8]?

    /// Creates a certificate issuer from a name and a key.
    ///
    /// - Parameters:
    ///   - name: The name of the issuer.
    ///   - publicKey: The public key of the issuer.
    ///   - keyUsage: The uses of the key, or `nil` for all uses.
    ///   - keyIdentifier: The identifier of the key, or `nil` if the identifier is unknown.
    public init(
      _ name: Name, _ publicKey: PublicKey, keyUsage: KeyUsage? = nil, keyIdentifier: [UInt8]? = nil
    ) {
      self.name = name
      self.publicKey = publicKey
      self.keyUsage = keyUsage
      self.keyIdentifier = keyIdentifier
    }

    /// Creates a certificate issuer from the issuer's certificate.
    ///
    /// - Parameter certificate: The certificate of the issuer.
    public init(_ certificate: Certificate) throws(X509Error) {
      self.init(
        certificate.subject, certificate.publicKey, keyUsage: try certificate.keyUsage,
        keyIdentifier: try certificate.subjectKeyIdentifier?.bytes)
    }

    /// Creates a certificate issuer from a trust anchor.
    init(_ anchor: Anchor) throws(X509Error) {
      switch anchor.source {
      case .certificate(let certificate): try self.init(certificate)
      case .key(let name, let key, _): self.init(name, key)
      }
    }

    /// A Boolean value that indicates whether the issuer's key can sign revocation lists. RFC 5280
    /// section 6.3.3 (f).
    var maySignLists: Bool { keyUsage?.contains(.crlSigning) ?? true }
  }
}
