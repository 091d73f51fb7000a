public import ApusTLS

extension Connections {
  /// The client certificate of a session, for servers that request one.
  public struct ClientIdentity: Sendable {
    private let provider: any TLS.IdentityProvider

    /// Uses an identity that never changes.
    ///
    /// - Parameter identity: The certificates and the key.
    public static func fixed(_ identity: TLS.Identity) -> ClientIdentity {
      ClientIdentity(provider: identity)
    }

    /// Uses the identity of a provider, which is called at each handshake.
    ///
    /// - Parameter provider: The provider, which can replace an identity that expires.
    public static func provided(by provider: some TLS.IdentityProvider) -> ClientIdentity {
      ClientIdentity(provider: provider)
    }

    /// Reads certificates and a private key from PEM files, which may be the same file.
    ///
    /// The files are read now, and again for the next handshake after a change; while the new ones
    /// do not match or cannot be read, the old ones are used.
    ///
    /// - Parameters:
    ///   - chain: The path of the certificates: the client's own comes first, followed by
    ///     certificates of authorities.
    ///   - key: The path of the private key.
    ///   - password: The password of an encrypted key; nil, the default, for an unencrypted one.
    /// - Throws: `TrustSourceError` if a file cannot be read, or if certificate and key do not
    ///   match.
    public static func pem(
      chain: String, key: String, password: String? = nil
    ) throws(TrustSourceError) -> ClientIdentity {
      let store = IdentityStore(chain: chain, key: key, password: password)
      _ = try store.identity()
      return ClientIdentity(provider: store)
    }

    /// Reads certificates and a private key from a PKCS #12 file.
    ///
    /// The file is read again after a change like PEM files.
    ///
    /// - Parameters:
    ///   - file: The path of the file.
    ///   - password: The password that the file is locked by.
    ///   - allowingLegacyEncryption: A Boolean value that indicates whether the file may be locked
    ///     by Triple DES, as old tools did; false by default.
    /// - Throws: `TrustSourceError` if the file cannot be read or opened, or has no identity.
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
  /// The client certificate of a session for the servers of some hosts.
  public struct HostIdentity: Sendable {
    let hosts: String
    let identity: ClientIdentity

    /// Uses an identity for the hosts of a pattern.
    ///
    /// - Parameters:
    ///   - hosts: A host; `*.` and a domain for the hosts directly below it; or `**.` and a domain
    ///     for it and all hosts below it.
    ///   - identity: The identity for servers of these hosts that request a certificate.
    public static func host(_ hosts: String, _ identity: ClientIdentity) -> HostIdentity {
      HostIdentity(hosts: hosts, identity: identity)
    }
  }
}

extension Connections.ClientIdentity: TLS.IdentityProvider {
  public func identity() throws -> TLS.Identity? { try provider.identity() }

  /// Returns the identity from the last reading of the files.
  func latest() throws -> TLS.Identity? {
    guard let store = provider as? IdentityStore else { return try provider.identity() }
    return try store.latest()
  }

  /// The files of the identity.
  var files: (any TrustFiles)? { (provider as? IdentityStore)?.files }
}
