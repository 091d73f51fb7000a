import ApusBytes

/// The values that the client and the server have agreed on in a TLS 1.2 ClientHello and
/// ServerHello.
///
/// RFC 5246 section 7.4.1.3.
struct Negotiated12: Sendable {
  let sentHello: SentHello
  let suite: TLS.CipherSuite
  let serverRandom: [UInt8]
  /// The server's session ID, or an empty array if the client cannot resume the session by its
  /// session ID.
  let sessionID: [UInt8]
  let applicationProtocol: [UInt8]?
  let hasExtendedMasterSecret: Bool
  /// The Boolean values that indicate whether the server has announced a session ticket and a
  /// stapled OCSP response.
  let promisesTicket: Bool
  let promisesStatus: Bool
  let timestamps: [[UInt8]]
  let recordSizeLimit: RecordSizeLimit?
  /// The offered session that the server resumes, or `nil` for a full handshake.
  let resumed: OfferedSession12?

  var configuration: TLS.ClientConfiguration { sentHello.offer.configuration }
  var clientRandom: [UInt8] { sentHello.offer.random.bytes }

  /// Checks that a TLS 1.2 ServerHello chooses from the offered values, and reads the server's
  /// choice.
  init(_ sentHello: SentHello, _ hello: ServerHello) throws(TLSError) {
    let extensions = hello.extensions
    try extensions.check(in: .serverHello12, requested: sentHello.extensions)
    guard hello.legacyCompressionMethod == 0 else { throw .broken(.compressionIsNull) }
    let configuration = sentHello.offer.configuration
    guard let suite = TLS.CipherSuite(rawValue: hello.cipherSuite),
      configuration.offeredSuites.contains(suite)
    else { throw .broken(.suiteWasOffered) }
    guard suite.version == .tls12 else { throw .broken(.suiteIsOfVersion) }
    self.sentHello = sentHello
    self.suite = suite
    serverRandom = hello.random.bytes
    sessionID = hello.legacySessionIDEcho
    applicationProtocol = try configuration.applicationProtocol(in: extensions)
    hasExtendedMasterSecret = try extensions.read(ExtendedMasterSecret.self) != nil
    promisesTicket = try extensions.read(SessionTicket.self) != nil
    promisesStatus = try extensions.read(StatusPromised.self) != nil
    timestamps = try extensions.read(SignedCertificateTimestamps.self)?.timestamps ?? []
    recordSizeLimit = try extensions.read()
    _ = try extensions.read(ServerNameUsed.self)
    _ = try extensions.read(SupportedGroups.self)
    if let limit = recordSizeLimit?.limit, Int(limit) > RecordLimits.plaintext {
      throw .broken(.recordSizeLimitIsInRange)
    }
    resumed = try Self.resumed(by: hello, sentHello)
    try checkSafety(extensions)
  }

  /// Returns the offered session if the server echoes the session ID to resume the session.
  ///
  /// The echo of a random session ID for middlebox compatibility does not resume a session.
  private static func resumed(
    by hello: ServerHello, _ sentHello: SentHello
  ) throws(TLSError) -> OfferedSession12? {
    let name = sentHello.offer.sessionID
    guard !name.isEmpty, hello.legacySessionIDEcho == name else { return nil }
    guard let session = sentHello.offer.session12 else { throw .broken(.sessionWasOffered) }
    guard session.session.suite.rawValue == hello.cipherSuite else {
      throw .broken(.suiteStaysTheSame)
    }
    return session
  }

  /// Checks that the ServerHello is safe from renegotiation attacks and session attacks.
  ///
  /// The method rejects renegotiation data in the first handshake of the connection. RFC 5746
  /// section 3.4. The method also requires the extended master secret if the configuration requires
  /// it or if the server resumes a session. RFC 7627 section 5.3.
  private func checkSafety(_ extensions: ExtensionList) throws(TLSError) {
    if let info: RenegotiationInfo = try extensions.read(), !info.renegotiatedConnection.isEmpty {
      throw .unsafeRenegotiation
    }
    if let points: ECPointFormats = try extensions.read(),
      !points.formats.contains(ECPointFormats.uncompressed)
    {
      throw .broken(.pointFormatIsUncompressed)
    }
    let isRequired = configuration.requiresExtendedMasterSecret || resumed != nil
    guard hasExtendedMasterSecret || !isRequired else { throw .noExtendedMasterSecret }
  }
}
