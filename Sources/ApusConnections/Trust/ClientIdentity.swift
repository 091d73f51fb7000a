public import ApusTLS

extension Connections {
  /// Who a session is to servers that ask for a certificate.
  public struct ClientIdentity: Sendable {
    private let provider: any TLS.IdentityProvider

    /// Shows an identity that never changes.
    public static func fixed(_ identity: TLS.Identity) -> ClientIdentity {
      ClientIdentity(provider: identity)
    }

    /// Shows what a provider answers, which is asked at each handshake.
    public static func provided(by provider: some TLS.IdentityProvider) -> ClientIdentity {
      ClientIdentity(provider: provider)
    }

    /// Reads certificates and a private key from files of PEM, which may be the same file.
    ///
    /// The client's own certificate is the first, those of authorities follow. They are read now,
    /// and again for the next handshake after they have changed; while new ones do not belong
    /// together, or cannot be read, the old ones are used.
    public static func pem(
      chain: String, key: String, password: String? = nil
    ) throws(TrustSourceError) -> ClientIdentity {
      let store = IdentityStore(chain: chain, key: key, password: password)
      _ = try store.identity()
      return ClientIdentity(provider: store)
    }

    /// Reads certificates and a private key from a file of PKCS #12, which a password locks.
    ///
    /// It is read again as files of PEM are. With `allowingLegacyEncryption` also a file that is
    /// locked by Triple DES, as old tools did it.
    public static func pkcs12(
      file: String, password: String, allowingLegacyEncryption: Bool = false
    ) throws(TrustSourceError) -> ClientIdentity {
      let store = IdentityStore(
        pkcs12: file, password: password, allowsLegacyEncryption: allowingLegacyEncryption)
      _ = try store.identity()
      return ClientIdentity(provider: store)
    }
  }
}

extension Connections {
  /// Who a session is to the servers of some hosts.
  public struct HostIdentity: Sendable {
    let hosts: String
    let identity: ClientIdentity

    /// Shows an identity to the hosts of a pattern.
    ///
    /// A pattern is a host, or `*.` and a domain for the hosts directly below it, or `**.` and a
    /// domain for it and all below it.
    public static func host(_ hosts: String, _ identity: ClientIdentity) -> HostIdentity {
      HostIdentity(hosts: hosts, identity: identity)
    }
  }
}

extension Connections.ClientIdentity: TLS.IdentityProvider {
  public func identity() throws -> TLS.Identity? { try provider.identity() }

  /// The same, of files as they were read last.
  func latest() throws -> TLS.Identity? {
    guard let store = provider as? IdentityStore else { return try provider.identity() }
    return try store.latest()
  }

  /// The files that are read.
  var files: (any TrustFiles)? { (provider as? IdentityStore)?.files }
}
