package import ApusNet

/// The times of the steps of one dial.
package struct DialTimes: Sendable {
  package var address: SocketAddress?
  package var begin: Deadline
  package var lookedUp: Deadline
  package var connected: Deadline
  package var tunnelled: Deadline?
  package var secured: Deadline?

  /// The time from which requests could use the connection.
  var ready: Deadline { secured ?? tunnelled ?? connected }

  /// Creates the times of a dial that has connected.
  init(_ address: SocketAddress?, connectedAt moment: Deadline) {
    self.address = address
    (begin, lookedUp, connected) = (moment, moment, moment)
  }
}
