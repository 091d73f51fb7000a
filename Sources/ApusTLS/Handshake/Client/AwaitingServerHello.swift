import ApusBytes

/// The handshake state after the first or the second ClientHello.
///
/// RFC 8446 section 4.1.3.
struct AwaitingServerHello: ~Copyable, Sendable {
  /// The handshake messages before the ServerHello.
  ///
  /// The server's cipher suite determines the hash function of the transcript.
  enum Messages: Sendable {
    case opening(OpeningTranscript)
    case settled(Transcript)

    func settled(on suite: TLS.CipherSuite) -> Transcript {
      switch self {
      case .opening(let opening): Transcript(suite.hash, opening)
      case .settled(let transcript): transcript
      }
    }
  }

  let sentHello: SentHello
  let shares: OfferedShares
  let session: OfferedSession?
  let messages: Messages

  consuming func received(
    _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    let hello: ServerHello = try message.expect()
    switch try sentHello.choice(in: hello) {
    case .retry(let request): return try retried(request, message, &context)
    case .agreement(let suite, let group, let share, let isResumed):
      let negotiated = Negotiated(sentHello: sentHello, suite: suite, group: group)
      return try advanced(negotiated, share: share, isResumed: isResumed, message, &context)
    case .older(let negotiated): return try advanced(to: negotiated, message, &context)
    }
  }

  private consuming func advanced(
    _ negotiated: Negotiated, share: [UInt8], isResumed: Bool, _ message: ReceivedMessage,
    _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    let suite = negotiated.suite
    let sharedSecret = try shares.sharedSecret(in: negotiated.group, with: share)
    var transcript = messages.settled(on: suite)
    transcript.add(message.bytes)
    let resumed = isResumed ? session : nil
    context.clientIdentity = resumed.flatMap {
      $0.session.identity(among: negotiated.configuration.identities)
    }
    let early = resumed?.earlySecret() ?? EarlySecret(suite.hash)
    let secrets = early.handshakeSecrets(sharedSecret, after: transcript.digest())
    try context.recordLayer.reader.setProtection(secrets.server.protection(suite))
    context.recordLayer.reader.changeCipherSpecRule = .dropped
    context.recordLayer.writer.setProtection(secrets.client.protection(suite))
    context.keyLog.log(secrets)
    return .awaitingEncryptedExtensions(
      AwaitingEncryptedExtensions(
        negotiated: negotiated, secrets: secrets, transcript: transcript,
        session: resumed.map { .session($0.chain) }))
  }
}
