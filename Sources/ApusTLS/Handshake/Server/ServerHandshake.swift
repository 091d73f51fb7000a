internal import ApusASN1
import ApusBytes

/// A handshake of a server: one struct for each state, which the message that it waits for
/// consumes.
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

  /// The state after a message, which the one before has waited for.
  consuming func advanced(
    by message: ReceivedMessage, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    switch consume self {
    case .awaitingClientHello(let state): try state.received(message, &context)
    case .awaitingClientCertificate(let state): try state.received(message, &context)
    case .awaitingClientVerify(let state): try state.received(message, &context)
    case .awaitingClientFinished(let state): try state.received(message, &context)
    case .connected(let state): try state.received(message, &context)
    // While the caller is asked, nothing is read.
    case .signing: throw message.unexpected()
    case .awaitingTrust: throw message.unexpected()
    case .failed(let error): throw error
    }
  }
}

/// What the states of a server act upon.
struct ServerHandshakeContext: ~Copyable, Sendable {
  let configuration: TLS.ServerConfiguration
  let random: any RandomSource
  var recordLayer = RecordLayer()
  var peerLimits = PeerLimits()
  /// Whether this side has not yet said that it sends nothing more.
  var maySend = true
  /// The time at which what is read now has come.
  var now: UnixTime
  /// How far the server has gone with what it does wrong.
  var fault = ServerFaultState()
  /// What the caller is to be told next.
  var event: TLS.ServerEvent?
}
