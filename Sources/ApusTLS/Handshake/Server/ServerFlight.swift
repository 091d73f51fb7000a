import ApusBytes
import ApusX509

/// The first group of messages (flight) of a TLS server, from ServerHello to Finished.
///
/// RFC 8446 sections 4.1.3, 4.3 and 4.4.
struct ServerFlight: Sendable {
  let offer: ClientChoices
  let suite: TLS.CipherSuite
  let group: TLS.NamedGroup
  let isRetried: Bool
  let isResumed: Bool
  var transcript: Transcript
  var applicationProtocol: [UInt8]?

  init(
    offer: ClientChoices, suite: TLS.CipherSuite, group: TLS.NamedGroup, isRetried: Bool,
    isResumed: Bool, transcript: Transcript
  ) {
    self.offer = offer
    self.suite = suite
    self.group = group
    self.isRetried = isRetried
    self.isResumed = isResumed
    self.transcript = transcript
  }

  /// Sends the server's messages from ServerHello to Certificate. In a resumed session, sends all
  /// messages up to Finished.
  mutating func sent(
    _ early: consuming EarlySecret, _ answer: borrowing AnsweringShare,
    _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    let configuration = context.configuration
    applicationProtocol = try offer.applicationProtocol(in: configuration.applicationProtocols)
    try add(try hello(answer.publicBytes, context.random).encoded(), &context)
    context.recordLayer.sendChangeCipherSpec(unless: offer.sessionID.isEmpty || isRetried)
    let secrets = early.handshakeSecrets(answer.sharedSecret, after: transcript.digest())
    KeyLog(clientRandom: offer.random.bytes, logger: configuration.keyLog).log(secrets)
    context.recordLayer.writer.setProtection(secrets.server.protection(suite))
    context.recordLayer.reader.changeCipherSpecRule = .dropped
    try context.recordLayer.reader.setProtection(secrets.client.protection(suite))
    context.recordLayer.reader.skippableByteCount =
      offer.offersEarlyData ? RecordLimits.skippedEarlyData : 0
    context.recordLayer.reader.allowsUnprotectedAlerts = true
    try add(try encryptedExtensions(&context).encoded(), &context)
    if isResumed { return try finished(secrets, &context) }
    if configuration.clientCertificates != .ignored {
      try add(try certificateRequest(configuration).encoded(), &context)
    }
    let scheme = try offer.scheme(among: configuration)
    try add(try certificate(configuration).encoded(), &context)
    let content = SignedHandshake.content(of: .server, transcriptHash: transcript.digest())
    return .signing(
      ServerSigning(
        flight: self, secrets: secrets,
        request: TLS.SigningRequest(scheme: scheme, message: content)))
  }

  /// Sends the server's Finished message. The server can then send application data.
  mutating func finished(
    _ secrets: consuming HandshakeSecrets, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    let message = Finished(secrets.server.finished(over: transcript.digest()))
    try add(try message.encoded(), &context)
    let application = secrets.applicationSecrets(after: transcript.digest())
    let configuration = context.configuration
    KeyLog(clientRandom: offer.random.bytes, logger: configuration.keyLog).log(application)
    context.recordLayer.writer.setProtection(application.server.protection(suite))
    let ending = ServerEnding(flight: self, secrets: secrets, application: application)
    if isResumed || configuration.clientCertificates == .ignored {
      return .awaitingClientFinished(AwaitingClientFinished(ending: ending, client: nil))
    }
    return .awaitingClientCertificate(AwaitingClientCertificate(ending: ending))
  }

  /// Sends a handshake message and adds it to the transcript.
  mutating func add(
    _ message: [UInt8], _ context: inout ServerHandshakeContext
  ) throws(TLSError) {
    transcript.add(try context.send(message))
  }

  private func hello(
    _ publicKey: [UInt8], _ random: some RandomSource
  ) throws(TLSError) -> ServerHello {
    let number: HelloRandom
    do throws(RandomError) { number = try HelloRandom(using: random) } catch {
      throw .randomness(error)
    }
    var hello = ServerHello(
      random: number, legacySessionIDEcho: offer.sessionID, cipherSuite: suite.rawValue)
    do throws(EncodeError) {
      try hello.extensions.append(SelectedVersion(TLS.Version.tls13.rawValue))
      try hello.extensions.append(AnsweredKeyShare(KeyShare(group.rawValue, publicKey)))
      if isResumed { try hello.extensions.append(SelectedPreSharedKey(0)) }
    } catch {
      throw .unencodable(error)
    }
    return hello
  }

  private func encryptedExtensions(
    _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> EncryptedExtensions {
    var list = ExtensionList()
    do throws(EncodeError) {
      // In a resumed session, the server must not acknowledge the server name extension. RFC 6066
      // section 3.
      if offer.hostName != nil, !isResumed { try list.append(ServerNameUsed()) }
      if let applicationProtocol {
        try list.append(ProtocolNameList([applicationProtocol]))
      }
      if let own = context.configuration.recordSizeLimit, offer.recordSizeLimit != nil {
        try list.append(RecordSizeLimit(own))
      }
    } catch {
      throw .unencodable(error)
    }
    guard let own = context.configuration.recordSizeLimit,
      let limit = offer.recordSizeLimit?.limit
    else { return EncryptedExtensions(list) }
    context.recordLayer.writer.plaintextLimit = try RecordLimits.plaintext(
      forRecordSizeLimit: limit, .tls13)
    context.recordLayer.reader.plaintextLimit = try RecordLimits.plaintext(
      forRecordSizeLimit: own, .tls13)
    return EncryptedExtensions(list)
  }

  private func certificateRequest(
    _ configuration: TLS.ServerConfiguration
  ) throws(TLSError) -> CertificateRequest {
    var list = ExtensionList()
    do throws(EncodeError) {
      try list.append(SignatureAlgorithms(configuration.clientSchemes.map(\.rawValue)))
      if !configuration.clientAuthorities.isEmpty {
        try list.append(CertificateAuthorities(configuration.clientAuthorities.map(\.der)))
      }
    } catch {
      throw .unencodable(error)
    }
    return CertificateRequest(list)
  }

  private func certificate(
    _ configuration: TLS.ServerConfiguration
  ) throws(TLSError) -> CertificateMessage {
    var entries = configuration.certificates.map { CertificateMessage.Entry($0.der) }
    func wants(_ type: ExtensionType) -> Bool { offer.extensions.contains(type.rawValue) }
    guard !entries.isEmpty else { return CertificateMessage(entries) }
    do throws(EncodeError) {
      if let response = configuration.stapledResponse, wants(.statusRequest) {
        try entries[0].extensions.append(CertificateStatus(response))
      }
      if !configuration.timestamps.isEmpty, wants(.signedCertificateTimestamp) {
        try entries[0].extensions.append(SignedCertificateTimestamps(configuration.timestamps))
      }
    } catch {
      throw .unencodable(error)
    }
    return CertificateMessage(entries)
  }
}

/// The handshake state of a server that waits for the caller to create a handshake signature.
struct ServerSigning: ~Copyable, Sendable {
  var flight: ServerFlight
  let secrets: HandshakeSecrets
  /// The request to the caller for the server's handshake signature.
  let request: TLS.SigningRequest

  consuming func signed(
    _ signature: [UInt8], _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    let verify = CertificateVerify(request.scheme.rawValue, signature)
    try flight.add(try verify.encoded(), &context)
    return try flight.finished(secrets, &context)
  }
}
