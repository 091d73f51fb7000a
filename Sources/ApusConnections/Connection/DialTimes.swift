package import ApusNet

/// The times when TCP, the proxy tunnel and TLS of one connection were established.
package struct DialTimes: Sendable {
  package var address: SocketAddress?
  package var begin: Deadline
  package var lookedUp: Deadline
  package var connected: Deadline
  package var tunnelled: Deadline?
  package var secured: Deadline?

  /// The time when the connection became ready for requests.
  var ready: Deadline { secured ?? tunnelled ?? connected }

  /// Creates the times of a connection whose TCP connection has just been established.
  init(_ address: SocketAddress?, connectedAt moment: Deadline) {
    self.address = address
    (begin, lookedUp, connected) = (moment, moment, moment)
  }
}
