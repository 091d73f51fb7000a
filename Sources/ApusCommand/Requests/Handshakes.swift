import ApusASN1
import ApusHTTP
import ApusNet
import ApusSession
import ApusTLS
import ApusX509

/// The handshakes of a request, noted as they are completed and told before the answer.
final class Handshakes: Sendable {
  private let entries = Lock<[HTTPSession.SecuredConnection]>([])

  /// How many there were.
  var count: Int { entries.withLock(\.count) }

  /// The last of them.
  var last: HTTPSession.SecuredConnection? { entries.withLock(\.last) }

  func add(_ connection: HTTPSession.SecuredConnection) {
    entries.withLock { $0.append(connection) }
  }

  /// Tells whom each connection leads to, how it is protected, and why the server is believed.
  func tell(_ console: inout Console) {
    for connection in entries.withLock(\.self) {
      console.note("* connected to \(connection.origin.host) (\(connection.address))")
      console.note("* " + connection.facts.summary)
      guard let path = connection.facts.chain.path else { continue }
      for certificate in path.certificates {
        let end = X509.Moment(
          secondsSinceEpoch: certificate.validity.notAfter.secondsSinceEpoch)
        console.note("* \(certificate), until \(end)")
      }
      console.note("* anchor: \(path.anchor)")
    }
  }
}
