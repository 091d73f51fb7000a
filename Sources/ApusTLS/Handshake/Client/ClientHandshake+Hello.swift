internal import ApusASN1
import ApusBytes

extension ClientHandshake {
  /// Sends the first ClientHello of the handshake.
  ///
  /// RFC 8446 section 4.1.2. The record of the first ClientHello has the version of TLS 1.0,
  /// because some servers check the record version.
  static func started(
    _ offer: ClientOffer, session: OfferedSession?, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    let groups = offer.sharedGroups
    let shares = try OfferedShares(in: groups, using: context.random)
    let hello = try offer.hello(shares: shares.keyShares, cookie: nil)
    let message = try hello.encoded(offering: session, after: nil, at: context.now)
    context.recordLayer.writer.plaintextVersion = 0x0301
    try context.recordLayer.send(message)
    context.recordLayer.writer.plaintextVersion = 0x0303
    context.recordLayer.owesChangeCipherSpec = offer.configuration.isMiddleboxCompatible
    context.recordLayer.reader.changeCipherSpecRule = .dropped
    var opening = OpeningTranscript()
    opening.add(message)
    let sentHello = SentHello(
      offer: offer, hello: hello, sharedGroups: groups, session: session, retry: nil)
    return .awaitingServerHello(
      AwaitingServerHello(
        sentHello: sentHello, shares: shares, session: session, messages: .opening(opening)))
  }
}

extension AwaitingServerHello {
  /// Sends the second ClientHello, with the key share and the cookie that the server requested.
  ///
  /// The second ClientHello omits the session if the chosen cipher suite has a different hash
  /// function. RFC 8446 section 4.1.4. The server must not send further messages before it has
  /// received the second ClientHello.
  consuming func retried(
    _ request: RetryRequest, _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    guard context.recordLayer.reader.isAtBorder else { throw .keyChangeInsideRecord }
    var transcript = messages.settled(on: request.suite)
    transcript.replaceByHash()
    transcript.add(message.bytes)
    let fitting = session.flatMap { $0.session.suite.hash == request.suite.hash ? $0 : nil }
    let (offer, oldGroups) = (sentHello.offer, sentHello.sharedGroups)
    let groups = request.group.map { [$0] } ?? oldGroups
    let shares: OfferedShares
    if request.group == nil {
      shares = self.shares
    } else {
      shares = try OfferedShares(in: groups, using: context.random)
    }
    let hello = try offer.hello(
      shares: shares.keyShares, inNamedGroup: request.group != nil, cookie: request.cookie)
    let second = try hello.encoded(offering: fitting, after: transcript, at: context.now)
    try context.recordLayer.send(second)
    transcript.add(second)
    let sentHello = SentHello(
      offer: offer, hello: hello, sharedGroups: groups, session: fitting, retry: request)
    return .awaitingServerHello(
      AwaitingServerHello(
        sentHello: sentHello, shares: shares, session: fitting, messages: .settled(transcript)))
  }
}

extension ClientHello {
  /// Encodes the ClientHello. The last extension contains the offered session, if any.
  fileprivate func encoded(
    offering session: OfferedSession?, after messages: Transcript?, at moment: UnixTime
  ) throws(TLSError) -> [UInt8] {
    guard let session else { return try encoded() }
    return try session.encoded(self, after: messages, at: moment)
  }
}

extension SentHello {
  fileprivate init(
    offer: ClientOffer, hello: ClientHello, sharedGroups: [TLS.NamedGroup],
    session: OfferedSession?, retry: RetryRequest?
  ) {
    // A server must not respond to a reserved GREASE extension. RFC 8701 section 4.
    var extensions = hello.extensions.types.filter { !GREASE.contains($0) }
    if session != nil { extensions.insert(ExtensionType.preSharedKey.rawValue) }
    self.init(
      offer: offer, extensions: extensions, sharedGroups: sharedGroups,
      sessionSuite: session?.session.suite, retry: retry)
  }
}
