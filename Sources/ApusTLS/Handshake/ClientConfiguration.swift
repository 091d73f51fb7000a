extension TLS {
  /// What a client offers, and what it asks of the server.
  public struct ClientConfiguration: Sendable {
    /// The versions; none of them is fallen back to unless a server speaks no better one.
    public var versions: Set<Version> = [.tls12, .tls13]
    /// The suites of all versions, the best first; a version without a suite is not spoken.
    public var suites: [CipherSuite] = [
      .aes128GCM, .aes256GCM, .chaCha20Poly1305, .ecdheECDSAWithAES128GCM, .ecdheRSAWithAES128GCM,
      .ecdheECDSAWithAES256GCM, .ecdheRSAWithAES256GCM, .ecdheECDSAWithChaCha20Poly1305,
      .ecdheRSAWithChaCha20Poly1305,
    ]
    /// The groups in which keys can be agreed on, the best first.
    public var groups: [NamedGroup] = [
      .x25519MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1,
    ]
    /// For how many of the groups a public key is sent at once, at most two.
    public var shareCount = 2
    /// How the server may sign the handshake, the best way first.
    public var signatureSchemes: [SignatureScheme] = [
      .ecdsaSECP256R1SHA256, .ed25519, .ecdsaSECP384R1SHA384, .ecdsaSECP521R1SHA512,
      .rsaPSSRSAESHA256, .rsaPSSRSAESHA384, .rsaPSSRSAESHA512, .rsaPSSPSSSHA256, .rsaPSSPSSSHA384,
      .rsaPSSPSSSHA512,
    ]
    /// How certificates may be signed beside that, and handshakes of TLS 1.2 too.
    public var certificateSchemes: [SignatureScheme] = [
      .rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512,
    ]
    /// The application protocols, the best first; with none, none is negotiated.
    public var applicationProtocols: [[UInt8]] = []
    /// Whether a server of TLS 1.2 must bind its keys to the whole handshake.
    ///
    /// One that does not is else talked to, but its sessions are never resumed.
    public var requiresExtendedMasterSecret = false
    /// Whether an OCSP response and signed certificate timestamps are asked for.
    public var asksForProofs = true
    /// The most plaintext that the server may put into a record, or nil for any.
    public var recordSizeLimit: UInt16?
    /// Whether the handshake looks like one of TLS 1.2 to those who only watch.
    public var isMiddleboxCompatible = true
    /// Whether numbers that mean nothing are offered too.
    public var isGreased = false
    /// Who the client may be, where a server asks: it is shown the first that fits, or none.
    public var identities: [Identity] = []
    /// The treatment of identities that no authority in the server's list has issued.
    public var unlistedIdentities = UnlistedIdentities.sentIfAlone
    /// Hears the secrets of the connection, as files in the form of NSS hold them; no one else may.
    public var keyLog: KeyLogger?

    /// Creates a configuration that suits any server.
    public init() {}

    /// How the server may sign a handshake of any of the versions.
    var offeredSchemes: [SignatureScheme] {
      guard versions.contains(.tls12) else { return signatureSchemes }
      return signatureSchemes + certificateSchemes.filter { !signatureSchemes.contains($0) }
    }

    /// The suites of the versions that are spoken.
    var offeredSuites: [CipherSuite] { suites.filter { versions.contains($0.version) } }

    /// The same with the versions alone that can be spoken, if any can.
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

  /// A signature that the client's key is asked for.
  public struct SigningRequest: Sendable, Equatable {
    /// How to sign.
    public let scheme: SignatureScheme
    /// What to sign; it has not been hashed.
    public let message: [UInt8]
    /// The schemes by which the peer takes signatures, the best first, the unknown among them.
    ///
    /// A server that signs is told none here.
    public let peerSchemes: [UInt16]
    /// The identity that was chosen, with whose key to sign; nil for a server, which has one key.
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
