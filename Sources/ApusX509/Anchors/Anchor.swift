extension X509 {
  /// A trust anchor: a trusted certificate authority that ends a certificate chain.
  ///
  /// RFC 5280 section 6.1.1(d). The signature of a trust anchor's certificate is never checked,
  /// because the caller already trusts the certificate. The dates, the key and the extensions of a
  /// trust anchor's certificate are checked.
  public struct Anchor: Hashable, Sendable {
    /// The trusted certificate or the trusted key of a trust anchor.
    public enum Source: Hashable, Sendable {
      /// A trusted certificate, which is usually a root certificate.
      case certificate(Certificate)
      /// A trusted key, the issuer name of the certificates that the key signs, and the authority's
      /// name constraints.
      case key(Name, PublicKey, NameConstraints?)
    }

    /// The trusted certificate or the trusted key of the anchor.
    public let source: Source
    /// The DER of the issuer name in certificates that the trust anchor has issued.
    let subjectDER: ArraySlice<UInt8>

    /// Creates a trust anchor from a certificate.
    ///
    /// - Parameter certificate: The trusted certificate, which provides the name and the key of the
    ///   anchor.
    public init(_ certificate: Certificate) {
      source = .certificate(certificate)
      subjectDER = certificate.der[certificate.subjectRange]
    }

    /// Creates a trust anchor from a key and the issuer name of the key's certificates.
    ///
    /// - Parameters:
    ///   - name: The issuer name in the certificates that the key has signed.
    ///   - key: The public key of the trust anchor.
    ///   - nameConstraints: The constraints on all names below the trust anchor, or `nil` for no
    ///     constraints.
    public init(_ name: Name, _ key: PublicKey, nameConstraints: NameConstraints? = nil) {
      source = .key(name, key, nameConstraints)
      subjectDER = name.der[...]
    }

    /// The certificate of the trust anchor, or `nil` if the anchor is only a key.
    public var certificate: Certificate? {
      if case .certificate(let certificate) = source { certificate } else { nil }
    }

    /// The name of the trusted certificate authority.
    public var name: Name {
      switch source {
      case .certificate(let certificate): certificate.subject
      case .key(let name, _, _): name
      }
    }

    /// The public key of the trusted certificate authority.
    public var publicKey: PublicKey {
      switch source {
      case .certificate(let certificate): certificate.publicKey
      case .key(_, let key, _): key
      }
    }

    /// The name constraints of the trusted authority, or `nil` if the authority has none.
    public var nameConstraints: NameConstraints? {
      get throws(X509Error) {
        switch source {
        case .certificate(let certificate): try certificate.nameConstraints
        case .key(_, _, let constraints): constraints
        }
      }
    }

    /// The DER of the trust anchor's key, which is a SubjectPublicKeyInfo.
    var keyDER: ArraySlice<UInt8> {
      switch source {
      case .certificate(let certificate): certificate.der[certificate.publicKeyRange]
      case .key(_, let key, _): key.der[...]
      }
    }
  }
}

extension X509.Anchor: CustomStringConvertible {
  public var description: String {
    switch source {
    case .certificate(let certificate): "\(certificate)"
    case .key(let name, _, _): "the key of \"\(name)\""
    }
  }
}
