package import ApusNet

/// The times of the steps of making one connection.
package struct DialTimes: Sendable {
  package var address: SocketAddress?
  package var begin: Deadline
  package var lookedUp: Deadline
  package var connected: Deadline
  package var tunnelled: Deadline?
  package var secured: Deadline?

  /// The time since the connection could serve requests.
  var ready: Deadline { secured ?? tunnelled ?? connected }

  /// Creates the times of a dial whose transport connection has just been made.
  init(_ address: SocketAddress?, connectedAt moment: Deadline) {
    self.address = address
    (begin, lookedUp, connected) = (moment, moment, moment)
  }
}
