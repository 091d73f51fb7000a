extension X509 {
  /// An authority that is trusted without anyone vouching for it.
  ///
  /// RFC 5280 section 6.1.1(d). The signature of an anchor's certificate is never checked, since
  /// the caller has it from a better source than itself; its dates, its key and its
  /// extensions are judged.
  public struct Anchor: Hashable, Sendable {
    /// The certificate or key that is trusted.
    public enum Source: Hashable, Sendable {
      /// A certificate, mostly a root.
      case certificate(Certificate)
      /// A key, the name that certificates by it have as their issuer, and for which names it is.
      case key(Name, PublicKey, NameConstraints?)
    }

    /// The certificate or key that is trusted.
    public let source: Source
    /// The DER of the name that certificates by the anchor have as their issuer.
    let subjectDER: ArraySlice<UInt8>

    /// Creates an anchor that is a certificate.
    public init(_ certificate: Certificate) {
      source = .certificate(certificate)
      subjectDER = certificate.der[certificate.subjectRange]
    }

    /// Creates an anchor that is a key and the name that certificates by it have as their issuer.
    public init(_ name: Name, _ key: PublicKey, nameConstraints: NameConstraints? = nil) {
      source = .key(name, key, nameConstraints)
      subjectDER = name.der[...]
    }

    /// The certificate, where the anchor is one and not a bare key.
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

    /// For which names the authority is trusted, where that is limited.
    public var nameConstraints: NameConstraints? {
      get throws(X509Error) {
        switch source {
        case .certificate(let certificate): try certificate.nameConstraints
        case .key(_, _, let constraints): constraints
        }
      }
    }

    /// The DER of the key as a SubjectPublicKeyInfo.
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
