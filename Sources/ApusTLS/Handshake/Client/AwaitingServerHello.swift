import ApusBytes

/// The state after a ClientHello, the first or the second.
///
/// RFC 8446 section 4.1.3.
struct AwaitingServerHello: ~Copyable, Sendable {
  /// The messages so far, whose hash function is not known before a server has chosen.
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

  let asked: Asked
  let shares: OfferedShares
  let session: OfferedSession?
  let messages: Messages

  consuming func received(
    _ message: ReceivedMessage, _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake {
    let hello: ServerHello = try message.expect()
    switch try asked.choice(in: hello) {
    case .retry(let request): return try retried(request, message, &surroundings)
    case .agreement(let suite, let group, let share, let isResumed):
      let agreed = Agreed(asked: asked, suite: suite, group: group)
      return try advanced(agreed, share: share, isResumed: isResumed, message, &surroundings)
    case .older(let agreed): return try advanced(to: agreed, message, &surroundings)
    }
  }

  private consuming func advanced(
    _ agreed: Agreed, share: [UInt8], isResumed: Bool, _ message: ReceivedMessage,
    _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake {
    let suite = agreed.suite
    let sharedSecret = try shares.sharedSecret(in: agreed.group, with: share)
    var transcript = messages.settled(on: suite)
    transcript.add(message.bytes)
    let resumed = isResumed ? session : nil
    surroundings.clientIdentity = resumed.flatMap {
      $0.session.identity(among: agreed.configuration.identities)
    }
    let early = resumed?.earlySecret() ?? EarlySecret(suite.hash)
    let secrets = early.handshakeSecrets(sharedSecret, after: transcript.digest())
    try surroundings.link.reader.setProtection(secrets.server.protection(suite))
    surroundings.link.reader.changeCipherSpecRule = .dropped
    surroundings.link.writer.setProtection(secrets.client.protection(suite))
    surroundings.keyLog.log(secrets)
    return .awaitingEncryptedExtensions(
      AwaitingEncryptedExtensions(
        agreed: agreed, secrets: secrets, transcript: transcript,
        session: resumed.map { .session($0.chain) }))
  }
}
