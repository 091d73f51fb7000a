internal import ApusASN1
import ApusBytes

/// A server's TLS 1.3 handshake, with one struct for each state.
///
/// Each expected message consumes the struct of the current state and creates the next state.
///
///                               start
///                                 |
///            +----------> awaitingClientHello
///            +- HelloRetryRequest |
///                      |          | with a certificate
///              resumed |  signing                     the caller signs
///                      |          | if the client is asked who it is
///                      |  awaitingClientCertificate
///                      |          |
///                      |  awaitingTrust               the caller judges the chain
///                      |          |
///                      |  awaitingClientVerify
///                      v          v
///                      awaitingClientFinished
///                                 |
///                             connected
///
/// RFC 8446 appendix A.2.
enum ServerHandshake: ~Copyable, Sendable {
  case awaitingClientHello(AwaitingClientHello)
  case signing(ServerSigning)
  case awaitingClientCertificate(AwaitingClientCertificate)
  case awaitingTrust(AwaitingClientTrust)
  case awaitingClientVerify(AwaitingClientVerify)
  case awaitingClientFinished(AwaitingClientFinished)
  case connected(ServerConnected)
  case failed(TLSError)

  /// Processes a handshake message and returns the next state of the handshake.
  consuming func advanced(
    by message: ReceivedMessage, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    switch consume self {
    case .awaitingClientHello(let state): try state.received(message, &context)
    case .awaitingClientCertificate(let state): try state.received(message, &context)
    case .awaitingClientVerify(let state): try state.received(message, &context)
    case .awaitingClientFinished(let state): try state.received(message, &context)
    case .connected(let state): try state.received(message, &context)
    // The server reads no messages until the caller has signed the handshake or decided about the
    // client's certificates.
    case .signing: throw message.unexpected()
    case .awaitingTrust: throw message.unexpected()
    case .failed(let error): throw error
    }
  }
}

/// The data that all states of a server handshake share.
struct ServerHandshakeContext: ~Copyable, Sendable {
  let configuration: TLS.ServerConfiguration
  let random: any RandomSource
  var recordLayer = RecordLayer()
  var peerLimits = PeerLimits()
  /// A Boolean value that indicates whether the server can still send application data.
  var maySend = true
  /// The current time, as passed by the caller with the last input.
  var now: UnixTime
  /// The progress of the server's deliberate fault in a test.
  var fault = ServerFaultState()
  /// The next event that the caller receives.
  var event: TLS.ServerEvent?
}
