internal import ApusASN1
import ApusBytes

/// A client's handshake: one struct for each state, which is consumed by the message that it waits
/// for.
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
/// A server with TLS 1.2 leads to `older`. RFC 8446 appendix A.1.
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

  /// Returns the state after a message that the current one waits for.
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
    // No messages are read while the caller has a question to answer.
    case .awaitingTrust: throw message.unexpected()
    case .awaitingSignature: throw message.unexpected()
    case .failed(let error): throw error
    }
  }
}

/// The context of all states of a handshake: records, random bytes, the time, and events.
struct HandshakeContext: ~Copyable, Sendable {
  var recordLayer = RecordLayer()
  let random: any RandomSource
  let keyLog: KeyLog
  /// The scope of sessions from the server; without it they are discarded.
  let sessionScope: TLS.SessionScope?
  var peerLimits = PeerLimits()
  /// The server's request for a client certificate, and the client's response.
  var clientAuthentication = TLS.ClientAuthentication.notRequested
  /// The server's requirements for the client certificate, if it has requested one.
  var identityRequest: TLS.IdentityRequest?
  /// The identity that the client sent in this handshake or that of the resumed session.
  var clientIdentity: TLS.Identity?
  /// A Boolean value that indicates whether this side has not closed its sending direction.
  var maySend = true
  /// The time of the current input.
  var now: UnixTime
  /// The next events for the caller, in order.
  var events: [TLS.ClientEvent] = []
}
