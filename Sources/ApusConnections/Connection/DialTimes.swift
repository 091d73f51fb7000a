package import ApusNet

/// The times at which one dial took its steps.
package struct DialTimes: Sendable {
  package var address: SocketAddress?
  package var begin: Deadline
  package var lookedUp: Deadline
  package var connected: Deadline
  package var tunnelled: Deadline?
  package var secured: Deadline?

  /// The times of a dial that has connected at a moment.
  init(_ address: SocketAddress?, connectedAt moment: Deadline) {
    self.address = address
    (begin, lookedUp, connected) = (moment, moment, moment)
  }
}
