internal import ApusASN1
import ApusBytes

/// A server's handshake: one struct for each state, which is consumed by the message that it waits
/// for.
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

  /// Returns the state after a message that the current one waits for.
  consuming func advanced(
    by message: ReceivedMessage, _ context: inout ServerHandshakeContext
  ) throws(TLSError) -> ServerHandshake {
    switch consume self {
    case .awaitingClientHello(let state): try state.received(message, &context)
    case .awaitingClientCertificate(let state): try state.received(message, &context)
    case .awaitingClientVerify(let state): try state.received(message, &context)
    case .awaitingClientFinished(let state): try state.received(message, &context)
    case .connected(let state): try state.received(message, &context)
    // No messages are read while the caller has a question to answer.
    case .signing: throw message.unexpected()
    case .awaitingTrust: throw message.unexpected()
    case .failed(let error): throw error
    }
  }
}

/// The context of all states of a server.
struct ServerHandshakeContext: ~Copyable, Sendable {
  let configuration: TLS.ServerConfiguration
  let random: any RandomSource
  var recordLayer = RecordLayer()
  var peerLimits = PeerLimits()
  /// A Boolean value that indicates whether this side has not closed its sending direction.
  var maySend = true
  /// The time of the current input.
  var now: UnixTime
  /// The progress of the server's fault.
  var fault = ServerFaultState()
  /// The next event for the caller.
  var event: TLS.ServerEvent?
}
