extension X509 {
  /// A trusted authority: the end of a chain.
  ///
  /// RFC 5280 section 6.1.1(d). The signature of an anchor's certificate is never checked, because
  /// the caller already trusts it; its dates, its key and its extensions are checked.
  public struct Anchor: Hashable, Sendable {
    /// The trusted certificate or key.
    public enum Source: Hashable, Sendable {
      /// A certificate, usually a root.
      case certificate(Certificate)
      /// A key, the issuer name of its certificates, and the name constraints of the authority.
      case key(Name, PublicKey, NameConstraints?)
    }

    /// The trusted certificate or key.
    public let source: Source
    /// The DER of the issuer name in certificates of the anchor.
    let subjectDER: ArraySlice<UInt8>

    /// Creates an anchor from a certificate.
    ///
    /// - Parameter certificate: The certificate, whose name and key count.
    public init(_ certificate: Certificate) {
      source = .certificate(certificate)
      subjectDER = certificate.der[certificate.subjectRange]
    }

    /// Creates an anchor from a key and the issuer name of its certificates.
    ///
    /// - Parameters:
    ///   - name: The issuer name in certificates that the key has signed.
    ///   - key: The key of the anchor.
    ///   - nameConstraints: The constraints of all names below the anchor; nil for none.
    public init(_ name: Name, _ key: PublicKey, nameConstraints: NameConstraints? = nil) {
      source = .key(name, key, nameConstraints)
      subjectDER = name.der[...]
    }

    /// The certificate, if the anchor is not a bare key.
    public var certificate: Certificate? {
      if case .certificate(let certificate) = source { certificate } else { nil }
    }

    /// The name of the authority.
    public var name: Name {
      switch source {
      case .certificate(let certificate): certificate.subject
      case .key(let name, _, _): name
      }
    }

    /// The key of the authority.
    public var publicKey: PublicKey {
      switch source {
      case .certificate(let certificate): certificate.publicKey
      case .key(_, let key, _): key
      }
    }

    /// The name constraints of the authority, if there are any.
    public var nameConstraints: NameConstraints? {
      get throws(X509Error) {
        switch source {
        case .certificate(let certificate): try certificate.nameConstraints
        case .key(_, _, let constraints): constraints
        }
      }
    }

    /// The DER of the key, a SubjectPublicKeyInfo.
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
