package import ApusNet

/// A receiver of events about connections. The methods of a monitor must return quickly.
package protocol DialMonitor: AnyObject, Sendable {
  /// Called when a connection attempt completes a step, or when a connection is closed.
  func note(_ milestone: DialMilestone, of key: PoolKey, at moment: Deadline)
  /// Called when the number of connections or the number of waiting requests has changed.
  func note(_ gauges: Connections.PoolGauges, at moment: Deadline)
}

extension DialMonitor {
  package func note(_ gauges: Connections.PoolGauges, at moment: Deadline) {}
}

/// A completed step of a connection attempt, or the end of a connection.
package enum DialMilestone: Sendable {
  case lookUp
  case connecting
  case connected(SocketAddress)
  case tunnelled
  case secured(Connections.SecuredConnection)
  case failed(ConnectionError)
  /// The connection was closed after the given lifetime.
  case closed(after: Duration)
}
