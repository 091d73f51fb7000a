public import ApusBytes
public import ApusCrypto

extension X509 {
  /// A builder of certificates for private certificate authorities, demonstrations and tests.
  ///
  ///     let root = X509.CertificateBuilder(
  ///       .authority(pathLength: 0), subject: X509.Name([.commonName: "root"]), validity: years)
  ///     let authority = try root.selfSigned(by: rootKey, using: SystemRandom())
  ///
  /// The builder writes the extensions that the role of the certificate requires, and omits
  /// extensions that contradict the role. An element of `extensions` replaces the builder's own
  /// extension of the same kind. To create a certificate that violates RFC 5280, change the values
  /// of `content` before signing.
  public struct CertificateBuilder: Hashable, Sendable {
    /// The role of a certificate's subject.
    public enum Role: Hashable, Sendable {
      /// A certificate authority, which issues certificates and revocation lists. The path length
      /// limits the number of authorities below the certificate authority.
      case authority(pathLength: BasicConstraints.PathLength?)
      /// An end entity whose key has the given purposes. An empty list of purposes allows every
      /// purpose.
      case endEntity(purposes: [OID])

      /// The role of an end entity with the key purpose of TLS server authentication.
      public static var server: Role { .endEntity(purposes: [.serverAuthentication]) }
      /// The role of an end entity with the key purpose of TLS client authentication.
      public static var client: Role { .endEntity(purposes: [.clientAuthentication]) }
    }

    /// The role of the certificate's subject.
    public var role: Role
    /// The subject name of the certificate.
    public var subject: Name
    /// The host names and addresses of the certificate's subject.
    public var alternativeNames: [GeneralName]
    /// The validity period of the certificate.
    public var validity: Validity
    /// The serial number of the certificate.
    /// If the value is `nil`, the builder creates a random serial number.
    public var serialNumber: SerialNumber?
    /// The algorithm of the certificate's signature.
    /// If the value is `nil`, the builder uses the usual algorithm of the issuer's key.
    public var signatureAlgorithm: SignatureAlgorithm?
    /// The extensions that the builder adds, or uses in place of its own extensions of the same
    /// kind.
    public var extensions: [Extension]

    /// Creates a certificate builder for a role and a subject.
    ///
    /// - Parameters:
    ///   - role: The use of the certificate: an authority, a server or a client.
    ///   - subject: The name of the certificate's holder, which can be empty if there are
    ///     alternative names.
    ///   - alternativeNames: The host names and addresses of the certificate's holder.
    ///   - validity: The period in which the certificate is valid.
    ///   - extensions: The additional extensions, and the replacements for extensions of the role.
    public init(
      _ role: Role, subject: Name, alternativeNames: [GeneralName] = [], validity: Validity,
      extensions: [Extension] = []
    ) {
      self.role = role
      self.subject = subject
      self.alternativeNames = alternativeNames
      self.validity = validity
      self.extensions = extensions
    }

    /// Returns a certificate that is signed with its own key, such as a root certificate.
    ///
    /// - Parameters:
    ///   - key: The private key, whose public key the certificate contains.
    ///   - random: The source of random bytes.
    public func selfSigned(
      by key: borrowing SigningKey, using random: some RandomSource
    ) throws(X509Error) -> Certificate {
      let algorithm = try X509.signatureAlgorithm(signatureAlgorithm, for: key.publicKey)
      let publicKey = try PublicKey(key.publicKey)
      return try content(for: publicKey, algorithm, using: random)
        .signed(by: key, algorithm, using: random)
    }

    /// Returns a certificate for a public key, signed by a certificate authority.
    ///
    /// - Parameters:
    ///   - publicKey: The public key to certify.
    ///   - issuer: The certificate of the authority.
    ///   - key: The private key of the authority.
    ///   - random: The source of random bytes.
    public func certificate(
      for publicKey: PublicKey, issuer: Certificate, key: borrowing SigningKey,
      using random: some RandomSource
    ) throws(X509Error) -> Certificate {
      guard try issuer.basicConstraints?.isAuthority == true else {
        throw .forbidden(.issuerIsAuthority)
      }
      guard try PublicKey(key.publicKey) == issuer.publicKey else {
        throw .forbidden(.keyOfIssuer)
      }
      let algorithm = try X509.signatureAlgorithm(signatureAlgorithm, for: key.publicKey)
      return try content(for: publicKey, issuer: issuer, algorithm, using: random)
        .signed(by: key, algorithm, using: random)
    }

    /// Returns the content of a certificate before the signature.
    /// Without an issuer, the certificate is self-issued.
    ///
    /// - Parameters:
    ///   - publicKey: The public key to certify.
    ///   - issuer: The certificate of the authority, or `nil` for a self-issued certificate.
    ///   - algorithm: The algorithm of the future signature.
    ///   - random: The source of random bytes.
    public func content(
      for publicKey: PublicKey, issuer: Certificate? = nil, _ algorithm: SignatureAlgorithm,
      using random: some RandomSource
    ) throws(X509Error) -> TBSCertificate {
      var number = serialNumber
      if number == nil { number = try SerialNumber.random(using: random) }
      return TBSCertificate(
        serialNumber: number ?? SerialNumber([1]),
        signatureAlgorithm: try Algorithm(of: algorithm), issuer: issuer?.subject ?? subject,
        validity: validity, subject: subject, publicKey: publicKey,
        extensions: try allExtensions(for: publicKey, issuer: issuer))
    }
  }
}

/// The extensions of a conforming authority's certificates, and their criticality.
///
/// RFC 5280 section 4.2.
extension X509.CertificateBuilder {
  /// Returns the extensions of the role, together with the caller's replacements and additional
  /// extensions.
  private func allExtensions(
    for publicKey: X509.PublicKey, issuer: X509.Certificate?
  ) throws(X509Error) -> [X509.Extension] {
    let own = try roleExtensions() + nameExtensions() + keyExtensions(publicKey, issuer)
    let replaced = own.map { one in extensions.first { $0.oid == one.oid } ?? one }
    return replaced + extensions.filter { one in !own.contains { $0.oid == one.oid } }
  }

  private func roleExtensions() throws(X509Error) -> [X509.Extension] {
    switch role {
    case .authority(let pathLength):
      let usage = try X509.KeyUsage([.certificateSigning, .crlSigning])
      return [
        X509.Extension(.basicConstraints(.authority(pathLength: pathLength)), isCritical: true),
        X509.Extension(.keyUsage(usage), isCritical: true),
      ]
    case .endEntity(let purposes):
      let usage = try X509.KeyUsage(.digitalSignature)
      var extensions = [
        X509.Extension(.basicConstraints(.endEntity), isCritical: true),
        X509.Extension(.keyUsage(usage), isCritical: true),
      ]
      guard !purposes.isEmpty else { return extensions }
      extensions.append(X509.Extension(.extendedKeyUsage(try X509.ExtendedKeyUsage(purposes))))
      return extensions
    }
  }

  /// Returns the subject alternative name extension, which is critical if the subject name is
  /// empty.
  ///
  /// RFC 5280 section 4.2.1.6.
  private func nameExtensions() throws(X509Error) -> [X509.Extension] {
    guard !alternativeNames.isEmpty else { return [] }
    let names = try X509.SubjectAlternativeName(alternativeNames)
    return [X509.Extension(.subjectAlternativeName(names), isCritical: subject.isEmpty)]
  }

  /// Returns the key identifier extensions. The authority key identifier is a copy of the issuer's
  /// subject key identifier, if the issuer's certificate contains one.
  private func keyExtensions(
    _ publicKey: X509.PublicKey, _ issuer: X509.Certificate?
  ) throws(X509Error) -> [X509.Extension] {
    let own = X509.Extension(.subjectKeyIdentifier(X509.SubjectKeyIdentifier(of: publicKey)))
    guard let issuer else { return [own] }
    let stated = try issuer.subjectKeyIdentifier
    let identifier = stated ?? X509.SubjectKeyIdentifier(of: issuer.publicKey)
    let authority = X509.AuthorityKeyIdentifier(keyIdentifier: identifier.bytes)
    return [own, X509.Extension(.authorityKeyIdentifier(authority))]
  }
}
