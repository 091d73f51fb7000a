package import ApusNet

/// A receiver of the milestones of connections. The methods of a monitor must return quickly.
package protocol DialMonitor: AnyObject, Sendable {
  /// Called when a connection reaches a milestone. The connection does not belong to a call at that
  /// time.
  func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline)
  /// Called when the number of connections or the number of waiting requests has changed.
  func note(_ gauges: Connections.PoolGauges, at moment: Deadline)
}

extension DialMonitor {
  package func note(_ gauges: Connections.PoolGauges, at moment: Deadline) {}
}

/// A milestone of a dial, and of the connection that the dial has made.
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
