import ApusBytes
import ApusCrypto

/// The state before a ClientHello, the first or the second.
///
/// RFC 8446 section 4.1.2.
struct AwaitingClientHello: ~Copyable, Sendable {
  /// What a HelloRetryRequest has asked for, and the messages until then.
  struct Retry: Sendable {
    let suite: TLS.CipherSuite
    let group: TLS.NamedGroup?
    let transcript: Transcript
  }

  let retry: Retry?

  consuming func received(
    _ message: ReceivedMessage, _ surroundings: inout ServerSurroundings
  ) throws(TLSError) -> ServerHandshake {
    let hello: ClientHello = try message.expect()
    let offer = try ClientChoices(hello, message.bytes)
    let configuration = surroundings.configuration
    guard let suite = configuration.suites.first(where: { offer.suites.contains($0.rawValue) })
    else { throw .nothingInCommon(.suite) }
    if let retry, retry.suite != suite { throw .broken(.suiteStaysTheSame) }
    if let cookie = configuration.retryCookie, retry != nil {
      guard offer.cookie?.bytes == cookie else { throw .broken(.secondHelloIsLikeFirst) }
    }
    let share = try offer.share(in: configuration.groups)
    if retry == nil, share == nil || configuration.retryCookie != nil {
      return try retried(offer, suite, share, message, &surroundings)
    }
    guard let share, let group = TLS.NamedGroup(rawValue: share.group) else {
      throw .broken(.secondHelloIsLikeFirst)
    }
    var transcript = retry?.transcript ?? Transcript(suite.hash, OpeningTranscript())
    let resumption = try offer.resumption(
      for: suite, after: transcript, configuration, at: surroundings.now)
    transcript.add(message.bytes)
    let answer = try AnsweringShare(
      to: share.publicKey.span, in: group, using: surroundings.random)
    var flight = ServerFlight(
      offer: offer, suite: suite, group: group, isRetried: retry != nil,
      isResumed: resumption.isResumed, transcript: transcript)
    let early = resumption.early
    return try flight.sent(early, answer, &surroundings)
  }

  /// Asks for another ClientHello.
  ///
  /// RFC 8446 section 4.1.4.
  private consuming func retried(
    _ offer: ClientChoices, _ suite: TLS.CipherSuite, _ share: KeyShare?,
    _ message: ReceivedMessage, _ surroundings: inout ServerSurroundings
  ) throws(TLSError) -> ServerHandshake {
    let group = share == nil ? try offer.group(in: surroundings.configuration.groups) : nil
    var request = ServerHello(
      random: .helloRetryRequest, legacySessionIDEcho: offer.sessionID,
      cipherSuite: suite.rawValue)
    do throws(EncodeError) {
      try request.extensions.append(SelectedVersion(TLS.Version.tls13.rawValue))
      if let group { try request.extensions.append(WantedKeyShare(group.rawValue)) }
      if let cookie = surroundings.configuration.retryCookie {
        try request.extensions.append(Cookie(cookie))
      }
    } catch {
      throw .unencodable(error)
    }
    var opening = OpeningTranscript()
    opening.add(message.bytes)
    var transcript = Transcript(suite.hash, opening)
    transcript.replaceByHash()
    transcript.add(try surroundings.send(request.encoded()))
    surroundings.link.sendChangeCipherSpec(unless: offer.sessionID.isEmpty)
    surroundings.link.reader.changeCipherSpecRule = .dropped
    return .awaitingClientHello(
      AwaitingClientHello(retry: Retry(suite: suite, group: group, transcript: transcript)))
  }
}
