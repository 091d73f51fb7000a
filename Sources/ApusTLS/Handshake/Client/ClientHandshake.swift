internal import ApusASN1
import ApusBytes

/// A client's TLS 1.3 handshake, with one struct for each state.
///
/// Each expected message consumes the struct of the current state and creates the next state.
///
///                               start
///                                 |
///            +----------> awaitingServerHello
///            +- HelloRetryRequest |  ServerHello
///                      awaitingEncryptedExtensions
///              resumed |          | with a certificate
///                      |  awaitingCertificateOrRequest
///                      |          | CertificateRequest, if there is one
///                      |  awaitingCertificate
///                      |          | Certificate
///                      |  awaitingTrust           the caller judges the chain
///                      |          |
///                      |  awaitingCertificateVerify
///                      v          v
///                        awaitingFinished
///                      |          | with a certificate of the client
///                      |  awaitingSignature       the caller signs
///                      v          v
///                            connected
///
/// The handshake continues in the state `older` if the server has chosen TLS 1.2. RFC 8446 appendix
/// A.1.
enum ClientHandshake: ~Copyable, Sendable {
  case awaitingServerHello(AwaitingServerHello)
  case awaitingEncryptedExtensions(AwaitingEncryptedExtensions)
  case awaitingCertificateOrRequest(AwaitingCertificateOrRequest)
  case awaitingCertificate(AwaitingCertificate)
  case awaitingTrust(AwaitingTrust)
  case awaitingCertificateVerify(AwaitingCertificateVerify)
  case awaitingFinished(AwaitingFinished)
  case awaitingSignature(AwaitingSignature)
  case connected(Connected)
  case older(ClientHandshake12)
  case failed(TLSError)

  /// Processes a handshake message and returns the next state of the handshake.
  consuming func advanced(
    by message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    switch consume self {
    case .awaitingServerHello(let state): try state.received(message, &context)
    case .awaitingEncryptedExtensions(let state): try state.received(message, &context)
    case .awaitingCertificateOrRequest(let state): try state.received(message, &context)
    case .awaitingCertificate(let state): try state.received(message, &context)
    case .awaitingCertificateVerify(let state): try state.received(message, &context)
    case .awaitingFinished(let state): try state.received(message, &context)
    case .connected(let state): try state.received(message, &context)
    case .older(let handshake): .older(try handshake.advanced(by: message, &context))
    // The client reads no messages until the caller has decided about the server's certificates.
    case .awaitingTrust: throw message.unexpected()
    case .awaitingSignature: throw message.unexpected()
    case .failed(let error): throw error
    }
  }
}

/// The data that all states of a client handshake share: records, random bytes, the time, and
/// events.
struct HandshakeContext: ~Copyable, Sendable {
  var recordLayer = RecordLayer()
  let random: any RandomSource
  let keyLog: KeyLog
  /// The scope of the sessions that the server offers, or `nil` if the client discards the
  /// sessions.
  let sessionScope: TLS.SessionScope?
  var peerLimits = PeerLimits()
  /// The client's response to the server's certificate request.
  var clientAuthentication = TLS.ClientAuthentication.notRequested
  /// The server's requirements for the client certificate, or `nil` if no request was received.
  var identityRequest: TLS.IdentityRequest?
  /// The client identity from this handshake, or from the handshake of the resumed session.
  var clientIdentity: TLS.Identity?
  /// A Boolean value that indicates whether the client can still send application data.
  var maySend = true
  /// The current time, as passed by the caller with the last input.
  var now: UnixTime
  /// The queue of events that the caller has not received yet.
  var events: [TLS.ClientEvent] = []
}

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
