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
