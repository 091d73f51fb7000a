package import ApusNet

/// A receiver of the milestones of connections; it must return quickly.
package protocol DialMonitor: AnyObject, Sendable {
  /// Called when a connection, which belongs to no call, reaches a milestone.
  func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline)
  /// Called when the number of connections, or of requests that wait for one, has changed.
  func note(_ gauges: Connections.PoolGauges, at moment: Deadline)
}

extension DialMonitor {
  package func note(_ gauges: Connections.PoolGauges, at moment: Deadline) {}
}

/// A milestone of a dial, and of the connection that it has made.
package enum DialMilestone: Sendable {
  case lookUp
  case connecting
  case connected(SocketAddress)
  case tunnelled
  case secured(Connections.SecuredConnection)
  case failed(ConnectionError)
  /// The connection was closed after that lifetime.
  case closed(after: Duration)
}
