import ApusBytes
import ApusCrypto

/// The handshake state of a server that waits for the first or the second ClientHello.
///
/// RFC 8446 section 4.1.2.
struct AwaitingClientHello: ~Copyable, Sendable {
  /// The content of a sent HelloRetryRequest, with the transcript up to this message.
  struct Retry: Sendable {
    let suite: TLS.CipherSuite
    let group: TLS.NamedGroup?
    let transcript: Transcript
    /// The first ClientHello of the handshake.
    let first: ClientHello
  }

  let retry: Retry?

  consuming func received(
    _ message: ReceivedMessage, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    let hello: ClientHello = try message.expect()
    let offer = try ClientChoices(hello, message.bytes)
    if let retry, !hello.isLike(retry.first, sharing: retry.group) {
      throw .broken(.secondHelloIsLikeFirst)
    }
    let configuration = context.configuration
    guard let suite = configuration.suites.first(where: { offer.suites.contains($0.rawValue) })
    else { throw .nothingInCommon(.suite) }
    if let retry, retry.suite != suite { throw .broken(.suiteStaysTheSame) }
    if let cookie = configuration.retryCookie, retry != nil {
      guard offer.cookie?.bytes == cookie else { throw .broken(.secondHelloIsLikeFirst) }
    }
    let share = try offer.share(in: configuration.groups)
    if retry == nil, share == nil || configuration.retryCookie != nil {
      return try retried(offer, hello, suite, share, message, &context)
    }
    guard let share, let group = TLS.NamedGroup(rawValue: share.group) else {
      throw .broken(.secondHelloIsLikeFirst)
    }
    var transcript = retry?.transcript ?? Transcript(suite.hash, OpeningTranscript())
    let resumption = try offer.resumption(
      for: suite, after: transcript, configuration, at: context.now)
    transcript.add(message.bytes)
    let answer = try AnsweringShare(
      to: share.publicKey.span, in: group, using: context.random)
    var flight = ServerFlight(
      offer: offer, suite: suite, group: group, isRetried: retry != nil,
      isResumed: resumption.isResumed, transcript: transcript)
    let early = resumption.early
    return try flight.sent(early, answer, &context)
  }

  /// Sends a HelloRetryRequest, which requests a second ClientHello.
  ///
  /// The client must not send further messages between the first ClientHello and the
  /// HelloRetryRequest.
  ///
  /// RFC 8446 sections 4.1.4 and 5.1.
  private consuming func retried(
    _ offer: ClientChoices, _ hello: ClientHello, _ suite: TLS.CipherSuite, _ share: KeyShare?,
    _ message: ReceivedMessage, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    guard context.recordLayer.reader.isAtBorder else { throw .keyChangeInsideRecord }
    let group = share == nil ? try offer.group(in: context.configuration.groups) : nil
    var request = ServerHello(
      random: .helloRetryRequest, legacySessionIDEcho: offer.sessionID,
      cipherSuite: suite.rawValue)
    do throws(EncodeError) {
      try request.extensions.append(SelectedVersion(TLS.Version.tls13.rawValue))
      if let group { try request.extensions.append(WantedKeyShare(group.rawValue)) }
      if let cookie = context.configuration.retryCookie {
        try request.extensions.append(Cookie(cookie))
      }
    } catch {
      throw .unencodable(error)
    }
    var opening = OpeningTranscript()
    opening.add(message.bytes)
    var transcript = Transcript(suite.hash, opening)
    transcript.replaceByHash()
    transcript.add(try context.send(request.encoded()))
    context.recordLayer.sendChangeCipherSpec(unless: offer.sessionID.isEmpty)
    context.recordLayer.reader.changeCipherSpecRule = .dropped
    context.recordLayer.reader.skippableByteCount =
      offer.offersEarlyData ? RecordLimits.skippedEarlyData : 0
    return .awaitingClientHello(
      AwaitingClientHello(
        retry: Retry(suite: suite, group: group, transcript: transcript, first: hello)))
  }
}

extension ClientHello {
  /// The numbers of the extensions that may differ between the first and the second ClientHello.
  private static let changeable: Set<UInt16> = Set(
    [ExtensionType.keyShare, .earlyData, .cookie, .preSharedKey, .padding].map(\.rawValue))

  /// Returns a Boolean value that indicates whether a second ClientHello differs from the first
  /// ClientHello only as TLS 1.3 allows.
  ///
  /// The second ClientHello must have one key share of the requested group, or the same key shares
  /// if no group was requested. The second ClientHello must not offer early data.
  ///
  /// RFC 8446 section 4.1.2.
  fileprivate func isLike(_ first: ClientHello, sharing group: TLS.NamedGroup?) -> Bool {
    guard legacyVersion == first.legacyVersion, random == first.random,
      legacySessionID == first.legacySessionID, cipherSuites == first.cipherSuites,
      legacyCompressionMethods == first.legacyCompressionMethods,
      lasting == first.lasting, !extensions.contains(.earlyData)
    else { return false }
    let shares = try? extensions.value(KeyShares.self)
    guard let group else { return shares == (try? first.extensions.value(KeyShares.self)) }
    return shares?.shares.map(\.group) == [group.rawValue]
  }

  /// The extensions that must be equal in the first and the second ClientHello.
  private var lasting: ExtensionList {
    var list = ExtensionList()
    for entry in extensions.entries where !Self.changeable.contains(entry.type) {
      list.append(entry.type, entry.body.bytes())
    }
    return list
  }
}
