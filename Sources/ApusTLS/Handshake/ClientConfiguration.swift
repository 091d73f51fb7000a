extension TLS {
  /// The algorithms and extensions that a TLS client offers, and its requirements for servers.
  public struct ClientConfiguration: Sendable {
    /// The TLS versions that the client supports. The default is TLS 1.2 and TLS 1.3.
    ///
    /// The client uses an older version only if the server supports no newer version.
    public var versions: Set<Version> = [.tls12, .tls13]
    /// The cipher suites of all TLS versions, in descending order of preference.
    /// The default is all suites, with AES-128-GCM first.
    ///
    /// The client does not offer a TLS version if the list contains no cipher suite of that
    /// version.
    public var suites: [CipherSuite] = [
      .aes128GCM, .aes256GCM, .chaCha20Poly1305, .ecdheECDSAWithAES128GCM, .ecdheRSAWithAES128GCM,
      .ecdheECDSAWithAES256GCM, .ecdheRSAWithAES256GCM, .ecdheECDSAWithChaCha20Poly1305,
      .ecdheRSAWithChaCha20Poly1305,
    ]
    /// The groups for the key exchange, in descending order of preference.
    /// The default is all groups, with X25519MLKEM768 first.
    public var groups: [NamedGroup] = [
      .x25519MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1,
    ]
    /// The number of public keys in the first ClientHello, each for one group, at most two.
    /// The default is 2.
    public var shareCount = 2
    /// The signature schemes for the server's handshake, in descending order of preference.
    /// The default is ECDSA, Ed25519 and RSA-PSS.
    public var signatureSchemes: [SignatureScheme] = [
      .ecdsaSECP256R1SHA256, .ed25519, .ecdsaSECP384R1SHA384, .ecdsaSECP521R1SHA512,
      .rsaPSSRSAESHA256, .rsaPSSRSAESHA384, .rsaPSSRSAESHA512, .rsaPSSPSSSHA256, .rsaPSSPSSSHA384,
      .rsaPSSPSSSHA512,
    ]
    /// The additional signature schemes that are accepted in certificates and TLS 1.2 handshakes.
    /// The default is RSA PKCS #1 with SHA-2.
    public var certificateSchemes: [SignatureScheme] = [
      .rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512,
    ]
    /// The application protocols that the client offers, in descending order of preference.
    /// The default is empty.
    ///
    /// The client negotiates no application protocol if the list is empty.
    public var applicationProtocols: [[UInt8]] = []
    /// A Boolean value that indicates whether TLS 1.2 requires the extended master secret.
    ///
    /// The default is false, but the client never resumes a TLS 1.2 session without the extended
    /// master secret.
    public var requiresExtendedMasterSecret = false
    /// A Boolean value that indicates whether the client requests OCSP responses and timestamps.
    /// The default is true.
    public var asksForProofs = true
    /// The maximum number of plaintext bytes in a server's record, or `nil` for the limit of TLS.
    /// The default is nil.
    public var recordSizeLimit: UInt16?
    /// A Boolean value that indicates whether middleboxes see a handshake that looks like TLS 1.2.
    /// The default is true.
    public var isMiddleboxCompatible = true
    /// A Boolean value that indicates whether the client also offers reserved GREASE numbers.
    /// The default is false.
    public var isGreased = false
    /// The client's certificates with their private keys, in descending order of preference. The
    /// default is empty.
    ///
    /// If the server requests a client certificate, the client sends the certificate of the first
    /// suitable identity. Without a suitable identity, the client sends no certificate.
    public var identities: [Identity] = []
    /// The use of client certificates whose issuers are not in the server's list of authorities.
    /// The default is `sentIfAlone`.
    public var unlistedIdentities = UnlistedIdentities.sentIfAlone
    /// A function that receives the secrets of the TLS connection in the NSS key log format.
    /// The default is nil.
    ///
    /// The caller must keep the lines of the key log secret.
    public var keyLog: KeyLogger?

    /// Creates the default client configuration, which works with any TLS server.
    public init() {}

    /// The signature schemes that the client offers for handshake signatures of all TLS versions.
    var offeredSchemes: [SignatureScheme] {
      guard versions.contains(.tls12) else { return signatureSchemes }
      return signatureSchemes + certificateSchemes.filter { !signatureSchemes.contains($0) }
    }

    /// The cipher suites of the TLS versions that the client supports.
    var offeredSuites: [CipherSuite] { suites.filter { versions.contains($0.version) } }

    /// Returns a copy of the client configuration without TLS versions that lack a cipher suite.
    ///
    /// The method throws an error if no TLS version is usable.
    func usable() throws(TLSError) -> ClientConfiguration {
      var usable = self
      usable.versions = versions.filter { version in suites.contains { $0.version == version } }
      guard !versions.isEmpty else { throw .nothingOffered(.version) }
      guard !usable.versions.isEmpty else { throw .nothingOffered(.suite) }
      guard !groups.isEmpty else { throw .nothingOffered(.group) }
      guard !usable.offeredSchemes.isEmpty else { throw .nothingOffered(.signatureScheme) }
      return usable
    }
  }

  /// A request to the caller for a handshake signature with the private key of this side.
  public struct SigningRequest: Sendable, Equatable {
    /// The signature scheme of the requested signature.
    public let scheme: SignatureScheme
    /// The message to sign, before the signature algorithm hashes the message.
    public let message: [UInt8]
    /// The signature schemes that the server accepts, in descending order of preference.
    ///
    /// The list can contain unknown signature schemes. The list is empty if a TLS server signs.
    public let peerSchemes: [UInt16]
    /// The client identity with the private key that signs, or `nil` if a TLS server signs.
    public let identity: Identity?

    init(
      scheme: SignatureScheme, message: [UInt8], peerSchemes: [UInt16] = [],
      identity: Identity? = nil
    ) {
      self.scheme = scheme
      self.message = message
      self.peerSchemes = peerSchemes
      self.identity = identity
    }

    public static func == (left: Self, right: Self) -> Bool {
      left.scheme == right.scheme && left.message == right.message
        && left.peerSchemes == right.peerSchemes
        && left.identity?.digest == right.identity?.digest
    }
  }
}
