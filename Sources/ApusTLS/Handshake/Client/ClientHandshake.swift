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
    by message: ReceivedMessage, _ surroundings: inout Surroundings
  ) throws(TLSError) -> ClientHandshake {
    switch consume self {
    case .awaitingServerHello(let state): try state.received(message, &surroundings)
    case .awaitingEncryptedExtensions(let state): try state.received(message, &surroundings)
    case .awaitingCertificateOrRequest(let state): try state.received(message, &surroundings)
    case .awaitingCertificate(let state): try state.received(message, &surroundings)
    case .awaitingCertificateVerify(let state): try state.received(message, &surroundings)
    case .awaitingFinished(let state): try state.received(message, &surroundings)
    case .connected(let state): try state.received(message, &surroundings)
    case .older(let handshake): .older(try handshake.advanced(by: message, &surroundings))
    // While the caller is asked, nothing is read.
    case .awaitingTrust: throw message.unexpected()
    case .awaitingSignature: throw message.unexpected()
    case .failed(let error): throw error
    }
  }
}
