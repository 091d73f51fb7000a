internal import ApusCrypto

extension TLS {
  /// A server's requirements for the client certificate.
  ///
  /// RFC 8446 section 4.3.2, RFC 5246 section 7.4.4.
  public struct IdentityRequest: Sendable, Equatable {
    /// The reason that a client certificate does not match a server's certificate request.
    public enum Obstacle: Sendable, Hashable, CaseIterable {
      /// The TLS 1.2 server does not accept the key type of the client identity.
      case certificateType
      /// The private key of the client identity supports no signature scheme that the server
      /// accepts.
      case signatureScheme
      /// No issuer of the client's certificate chain is in the server's list of certification
      /// authorities, so `UnlistedIdentities` applies.
      case authority
    }

    /// The TLS version of the server's request.
    public let version: Version
    /// The server's accepted signature schemes, known or not, in descending order of preference.
    public let schemes: [UInt16]
    /// The names in DER of the certification authorities that the server trusts.
    ///
    /// The list is empty if the server accepts any certification authority.
    public let authorities: [[UInt8]]
    /// The numbers of the key types that a TLS 1.2 server accepts, or `nil` in TLS 1.3.
    ///
    /// RFC 5246 section 7.4.4.
    public let certificateTypes: [UInt8]?

    init(
      _ version: Version, schemes: [UInt16], authorities: [[UInt8]] = [],
      certificateTypes: [UInt8]? = nil
    ) {
      self.version = version
      self.schemes = schemes
      self.authorities = authorities
      self.certificateTypes = certificateTypes
    }
  }
}

extension TLS.IdentityRequest {
  /// Returns the reason that an identity does not match the server's request, or `nil` if it
  /// matches.
  ///
  /// - Parameter identity: The client identity to compare with the server's requirements.
  public func obstacle(for identity: TLS.Identity) -> Obstacle? {
    guard let key = try? identity.leaf.verificationKey() else { return .signatureScheme }
    if let certificateTypes, !certificateTypes.contains(key.certificateType) {
      return .certificateType
    }
    guard scheme(for: identity, key) != nil else { return .signatureScheme }
    // A server can trust any issuer in the certificate chain, so each issuer is compared with the
    // server's list.
    let isNamed = identity.chain.contains { authorities.contains($0.issuer.der) }
    return authorities.isEmpty || isNamed ? nil : .authority
  }

  /// Returns the first suitable client identity and the signature scheme of its key, or `nil` if no
  /// identity is suitable.
  ///
  /// If no identity has a listed issuer, `UnlistedIdentities` determines whether the client sends
  /// the first identity with a suitable key.
  func choice(
    among identities: [TLS.Identity], _ unlisted: TLS.UnlistedIdentities
  ) -> (identity: TLS.Identity, scheme: TLS.SignatureScheme)? {
    var fallback: TLS.Identity?
    for identity in identities {
      switch obstacle(for: identity) {
      case nil: return signing(identity)
      case .authority: fallback = fallback ?? identity
      case .certificateType, .signatureScheme: break
      }
    }
    guard let fallback else { return nil }
    switch unlisted {
    case .sent: return signing(fallback)
    case .sentIfAlone: return identities.count == 1 ? signing(fallback) : nil
    case .withheld: return nil
    }
  }

  private func signing(
    _ identity: TLS.Identity
  ) -> (identity: TLS.Identity, scheme: TLS.SignatureScheme)? {
    guard let key = try? identity.leaf.verificationKey(), let scheme = scheme(for: identity, key)
    else { return nil }
    return (identity, scheme)
  }

  private func scheme(
    for identity: TLS.Identity, _ key: VerificationKey
  ) -> TLS.SignatureScheme? {
    identity.schemes.first { $0.fits(key, in: version) && schemes.contains($0.rawValue) }
  }
}

extension VerificationKey {
  /// The TLS 1.2 key type of the public key, which is `rsa_sign`, or `ecdsa_sign` for ECDSA and
  /// EdDSA keys.
  ///
  ///     enum { rsa_sign(1), ecdsa_sign(64), (255) } ClientCertificateType;
  ///
  /// RFC 5246 section 7.4.4, RFC 8422 section 5.5.
  fileprivate var certificateType: UInt8 {
    switch self {
    case .rsa, .rsaPSS: 1
    case .p256, .p384, .p521, .ed25519: 64
    }
  }
}

extension TLS {
  /// The use of a client certificate whose issuers are not in the server's list of authorities.
  ///
  /// A server that requests a client certificate can send the names of certification authorities.
  /// One of the listed authorities SHOULD have issued a certificate of the client's chain. RFC 8446
  /// section 4.4.2.3 and RFC 5246 section 7.4.6. Some servers send incomplete lists, such as the
  /// names of roots for clients that send no intermediates, or a list of an earlier authority. A
  /// certificate discloses the identity of its owner, so a client may prefer to withhold an
  /// unlisted certificate.
  public enum UnlistedIdentities: String, Sendable, Hashable, CaseIterable {
    /// The client sends an unlisted certificate only if it has no other certificate for the server.
    case sentIfAlone
    /// If no certificate has a listed issuer, the client sends the first certificate with a
    /// suitable key.
    case sent
    /// The client never sends an unlisted certificate. If the server's list is empty, every
    /// certificate is allowed.
    case withheld
  }
}
