extension TLS {
  /// The offers of a client, and its requirements for the server.
  public struct ClientConfiguration: Sendable {
    /// The supported versions; an older one is only used if a server supports no newer one.
    /// The default is TLS 1.2 and TLS 1.3.
    public var versions: Set<Version> = [.tls12, .tls13]
    /// The suites of all versions, the best first; a version without a suite is not offered.
    /// The default is all suites, with AES-128-GCM first.
    public var suites: [CipherSuite] = [
      .aes128GCM, .aes256GCM, .chaCha20Poly1305, .ecdheECDSAWithAES128GCM, .ecdheRSAWithAES128GCM,
      .ecdheECDSAWithAES256GCM, .ecdheRSAWithAES256GCM, .ecdheECDSAWithChaCha20Poly1305,
      .ecdheRSAWithChaCha20Poly1305,
    ]
    /// The groups for key exchange, the best first.
    /// The default is all groups, with X25519MLKEM768 first.
    public var groups: [NamedGroup] = [
      .x25519MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1,
    ]
    /// The number of groups for which a public key is sent in the first ClientHello, at most two.
    /// The default is 2.
    public var shareCount = 2
    /// The accepted signature schemes of the server's handshake, the best first.
    /// The default is ECDSA, Ed25519 and RSA-PSS.
    public var signatureSchemes: [SignatureScheme] = [
      .ecdsaSECP256R1SHA256, .ed25519, .ecdsaSECP384R1SHA384, .ecdsaSECP521R1SHA512,
      .rsaPSSRSAESHA256, .rsaPSSRSAESHA384, .rsaPSSRSAESHA512, .rsaPSSPSSSHA256, .rsaPSSPSSSHA384,
      .rsaPSSPSSSHA512,
    ]
    /// Additional accepted signature schemes of certificates, and of TLS 1.2 handshakes.
    /// The default is RSA PKCS #1 with SHA-2.
    public var certificateSchemes: [SignatureScheme] = [
      .rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512,
    ]
    /// The application protocols, the best first; if it is empty, none is negotiated.
    /// The default is empty.
    public var applicationProtocols: [[UInt8]] = []
    /// A Boolean value that indicates whether TLS 1.2 requires the extended master secret.
    ///
    /// The default is false, but sessions without it are never resumed.
    public var requiresExtendedMasterSecret = false
    /// A Boolean value that indicates whether OCSP responses and timestamps are requested.
    /// The default is true.
    public var asksForProofs = true
    /// The largest plaintext in a record of the server, or nil for the maximum. The default is nil.
    public var recordSizeLimit: UInt16?
    /// A Boolean value that indicates whether the handshake looks like TLS 1.2 to middleboxes.
    /// The default is true.
    public var isMiddleboxCompatible = true
    /// A Boolean value that indicates whether reserved GREASE numbers are offered too.
    /// The default is false.
    public var isGreased = false
    /// The client's identities: a server that requests a certificate receives the first suitable
    /// one, or none. The default is empty.
    public var identities: [Identity] = []
    /// The treatment of identities that no authority in the server's list has issued.
    /// The default is `sentIfAlone`.
    public var unlistedIdentities = UnlistedIdentities.sentIfAlone
    /// A function that receives the secrets of the connection in the NSS format.
    /// The default is nil.
    ///
    /// The lines must be kept secret.
    public var keyLog: KeyLogger?

    /// Creates the default configuration, which works with any server.
    public init() {}

    /// The signature schemes for handshakes of all versions.
    var offeredSchemes: [SignatureScheme] {
      guard versions.contains(.tls12) else { return signatureSchemes }
      return signatureSchemes + certificateSchemes.filter { !signatureSchemes.contains($0) }
    }

    /// The suites of the supported versions.
    var offeredSuites: [CipherSuite] { suites.filter { versions.contains($0.version) } }

    /// Returns the configuration with only the usable versions. Throws an error if there are none.
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

  /// A request for a signature with the client's key.
  public struct SigningRequest: Sendable, Equatable {
    /// The signature scheme.
    public let scheme: SignatureScheme
    /// The message to sign, not hashed.
    public let message: [UInt8]
    /// The signature schemes that the peer accepts, the best first, with unknown ones.
    ///
    /// It is empty for a server.
    public let peerSchemes: [UInt16]
    /// The chosen identity, whose key signs; nil for a server, which has one key.
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
