import ApusBytes

/// The values that both sides have agreed on in their Hellos of TLS 1.2.
///
/// RFC 5246 section 7.4.1.3.
struct Negotiated12: Sendable {
  let sentHello: SentHello
  let suite: TLS.CipherSuite
  let serverRandom: [UInt8]
  /// The name of the session from the server; empty if it cannot be resumed by name.
  let sessionID: [UInt8]
  let applicationProtocol: [UInt8]?
  let hasExtendedMasterSecret: Bool
  /// Boolean values that indicate whether the server has promised a ticket and an OCSP response.
  let promisesTicket: Bool
  let promisesStatus: Bool
  let timestamps: [[UInt8]]
  let recordSizeLimit: RecordSizeLimit?
  /// The session that the server resumes, if there is one.
  let resumed: OfferedSession12?

  var configuration: TLS.ClientConfiguration { sentHello.offer.configuration }
  var clientRandom: [UInt8] { sentHello.offer.random.bytes }

  /// Checks that a ServerHello chooses among the offered values, and reads its choice.
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

  /// Returns the session that the server resumes by echoing its name.
  ///
  /// A random name, which only makes the handshake look like TLS 1.2, does not belong to a session.
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

  /// Rejects a renegotiation without an earlier handshake: RFC 5746 section 3.4. A session that
  /// was bound to its handshake must still be: RFC 7627 section 5.3.
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
