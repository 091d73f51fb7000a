import ApusASN1
import ApusHTTP
import ApusNet
import ApusSession
import ApusTLS
import ApusX509

/// The TLS handshakes of a request. The tool records each completed handshake and prints it before
/// the request is sent.
final class Handshakes: Sendable {
  private struct State {
    var last: HTTPSession.SecuredConnection?
    var untold: [HTTPSession.SecuredConnection] = []
  }

  private let state = Lock(State())

  /// The most recent TLS handshake of the request.
  var last: HTTPSession.SecuredConnection? { state.withLock(\.last) }

  func add(_ connection: HTTPSession.SecuredConnection) {
    state.withLock {
      $0.last = connection
      $0.untold.append(connection)
    }
  }

  /// Prints the server, the TLS parameters and the trusted path of each connection once.
  func tell(_ errors: ErrorOutput) {
    let untold = state.withLock { state in
      defer { state.untold = [] }
      return state.untold
    }
    for connection in untold {
      errors.note("* connected to \(connection.origin.host) (\(connection.address))")
      errors.note("* " + connection.facts.summary)
      guard let path = connection.facts.chain.path else { continue }
      for certificate in path.certificates {
        let end = UnixTime(
          secondsSinceEpoch: certificate.validity.notAfter.secondsSinceEpoch)
        errors.note("* \(certificate), until \(end)")
      }
      errors.note("* anchor: \(path.anchor)")
    }
  }
}
