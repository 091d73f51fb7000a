internal import ApusASN1
import ApusBytes

/// A handshake of a client: one struct for each state, which the message that it waits for
/// consumes.
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
/// A server that speaks TLS 1.2 leads off to `older`. RFC 8446 appendix A.1.
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

  /// The state after a message, which the one before has waited for.
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
    // While the caller is asked, nothing is read.
    case .awaitingTrust: throw message.unexpected()
    case .awaitingSignature: throw message.unexpected()
    case .failed(let error): throw error
    }
  }
}

/// What the states of a handshake act upon: records, random bytes, the time, and whom they tell.
struct HandshakeContext: ~Copyable, Sendable {
  var recordLayer = RecordLayer()
  let random: any RandomSource
  let keyLog: KeyLog
  /// What sessions are bound to that the server offers; without it they are let go.
  let sessionScope: TLS.SessionScope?
  var peerLimits = PeerLimits()
  /// Whether the server has asked who the client is, and which way it was answered.
  var clientAuthentication = TLS.ClientAuthentication.notRequested
  /// What the server has said of the certificate that it wants, if it has asked for one.
  var identityRequest: TLS.IdentityRequest?
  /// The identity that the server was shown, now or when the session began that it resumes.
  var clientIdentity: TLS.Identity?
  /// Whether this side has not yet said that it sends nothing more.
  var maySend = true
  /// The time at which what is read now has come.
  var now: UnixTime
  /// What the caller is to be told next, in its order.
  var events: [TLS.ClientEvent] = []
}
