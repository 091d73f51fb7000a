public import ApusTLS

extension Connections {
  /// The client certificate and private key of a session, for servers that request a client
  /// certificate.
  public struct ClientIdentity: Sendable {
    private let provider: any TLS.IdentityProvider

    /// Uses a client certificate and key that never change.
    ///
    /// - Parameter identity: The certificates and the key of the client.
    public static func fixed(_ identity: TLS.Identity) -> ClientIdentity {
      ClientIdentity(provider: identity)
    }

    /// Uses a provider of client certificates, which the session calls at each TLS handshake.
    ///
    /// - Parameter provider: The provider, which can replace an identity that expires.
    public static func provided(by provider: some TLS.IdentityProvider) -> ClientIdentity {
      ClientIdentity(provider: provider)
    }

    /// Reads certificates and a private key from PEM files, which may be the same file.
    ///
    /// The session reads the files now, and reads changed files again for the next handshake. If
    /// the new files do not match or cannot be read, the session uses the previous certificates and
    /// key.
    ///
    /// - Parameters:
    ///   - chain: The path of the certificates. The client's own certificate comes first, followed
    ///     by certificates of authorities.
    ///   - key: The path of the private key.
    ///   - password: The password of an encrypted key; nil, the default, for an unencrypted key.
    /// - Throws: `TrustSourceError` if a file cannot be read, or if the certificate and the key do
    ///   not match.
    public static func pem(
      chain: String, key: String, password: String? = nil
    ) throws(TrustSourceError) -> ClientIdentity {
      let store = IdentityStore(chain: chain, key: key, password: password)
      _ = try store.identity()
      return ClientIdentity(provider: store)
    }

    /// Reads certificates and a private key from a PKCS #12 file.
    ///
    /// The session reads a changed file again, as with PEM files.
    ///
    /// - Parameters:
    ///   - file: The path of the PKCS #12 file.
    ///   - password: The password that protects the file.
    ///   - allowingLegacyEncryption: A Boolean value that indicates whether the file may be
    ///     encrypted with Triple DES, as by old tools; false by default.
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

    /// Uses a client certificate for all hosts that match a pattern.
    ///
    /// - Parameters:
    ///   - hosts: A host; `*.` and a domain for the hosts directly below the domain; or `**.` and a
    ///     domain for the domain and all hosts below it.
    ///   - identity: The identity for servers of these hosts that request a client certificate.
    public static func host(_ hosts: String, _ identity: ClientIdentity) -> HostIdentity {
      HostIdentity(hosts: hosts, identity: identity)
    }
  }
}

extension Connections.ClientIdentity: TLS.IdentityProvider {
  public func identity() throws -> TLS.Identity? { try provider.identity() }

  /// Returns the client's certificate and key as last read from the files.
  func latest() throws -> TLS.Identity? {
    guard let store = provider as? IdentityStore else { return try provider.identity() }
    return try store.latest()
  }

  /// The files of the client's certificate and private key.
  var files: (any TrustFiles)? { (provider as? IdentityStore)?.files }
}
