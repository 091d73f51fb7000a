/// A client's TLS 1.2 handshake, with one struct for each state.
///
///              full                         resumed
///        awaitingCertificate                   |
///                | Certificate                 |
///        awaitingStatus, if promised           |
///                |                             |
///        awaitingTrust                         |
///                |                             |
///        awaitingServerKeyExchange             |
///                |                             |
///        awaitingServerHelloDone               |
///                | with a certificate          |
///        awaitingSignature                     |
///                |                             |
///        awaitingServerEnd <-------------------+
///                | NewSessionTicket, ChangeCipherSpec, Finished
///            connected
///
/// RFC 5246 section 7.3.
enum ClientHandshake12: ~Copyable, Sendable {
  case awaitingCertificate(AwaitingCertificate12)
  case awaitingStatus(AwaitingStatus12)
  case awaitingTrust(AwaitingTrust12)
  case awaitingServerKeyExchange(AwaitingServerKeyExchange)
  case awaitingServerHelloDone(AwaitingServerHelloDone)
  case awaitingSignature(AwaitingSignature12)
  case awaitingServerEnd(AwaitingServerEnd)
  case awaitingFinished(AwaitingFinished12)
  case connected(Connected12)

  /// Processes a handshake message and returns the next state of the TLS 1.2 handshake.
  consuming func advanced(
    by message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake12 {
    switch consume self {
    case .awaitingCertificate(let state): try state.received(message)
    case .awaitingStatus(let state): try state.received(message)
    case .awaitingServerKeyExchange(let state): try state.received(message)
    case .awaitingServerHelloDone(let state): try state.received(message, &context)
    case .awaitingServerEnd(let state): try state.received(message)
    case .awaitingFinished(let state): try state.received(message, &context)
    case .connected(let state): try state.received(message, &context)
    // The client reads no messages until the caller has decided about the server's certificates.
    case .awaitingTrust: throw message.unexpected()
    case .awaitingSignature: throw message.unexpected()
    }
  }

  /// Returns the next state of the TLS 1.2 handshake after the server's ChangeCipherSpec.
  ///
  /// RFC 5246 section 7.1.
  consuming func advancedByChangeCipherSpec(
    _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake12 {
    switch consume self {
    case .awaitingServerEnd(let state): try state.receivedChangeCipherSpec(&context)
    default: throw .unexpectedRecord(type: ContentType.changeCipherSpec.rawValue)
    }
  }
}

extension AwaitingServerHello {
  /// Continues the handshake in TLS 1.2, which the server has chosen.
  consuming func advanced(
    to negotiated: Negotiated12, _ message: ReceivedMessage, _ context: inout HandshakeContext
  ) throws(TLSError) -> ClientHandshake {
    guard case .opening(let opening) = messages else { throw message.unexpected() }
    var transcript = Transcript(negotiated.suite.hash, opening, keepingMessages: true)
    transcript.add(message.bytes)
    context.recordLayer.owesChangeCipherSpec = false
    context.recordLayer.reader.changeCipherSpecRule = .refused
    let progress = Progress12(negotiated: negotiated, transcript: transcript)
    guard let resumed = negotiated.resumed else {
      return .older(.awaitingCertificate(AwaitingCertificate12(progress: progress)))
    }
    context.recordLayer.reader.changeCipherSpecRule = .told
    context.clientIdentity = resumed.session.identity(
      among: negotiated.configuration.identities)
    return .older(
      .awaitingServerEnd(
        AwaitingServerEnd(
          progress: progress, secret: resumed.masterSecret(), proof: .session(resumed.chain),
          group: nil, ticket: nil)))
  }
}

/// The intermediate results of a TLS 1.2 handshake, with the transcript of its messages.
struct Progress12: Sendable {
  let negotiated: Negotiated12
  var transcript: Transcript
}
