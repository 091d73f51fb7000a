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

/// A reporter that sends a pool's numbers of connections and requests to a monitor. Only one report
/// runs at a time, so the last report is current.
final class GaugeReports: Sendable {
  private let monitor: any DialMonitor
  private let time: TimeSource
  private let state = Lock(State())

  private struct State {
    var isReporting = false
    /// A Boolean value that indicates whether the pool's numbers have changed during a report.
    var isLate = false

    /// Returns whether the pool's numbers changed during the last report. Otherwise ends the
    /// reports.
    mutating func goesOn() -> Bool {
      isReporting = isLate
      isLate = false
      return isReporting
    }
  }

  init(_ monitor: any DialMonitor, _ time: TimeSource) {
    self.monitor = monitor
    self.time = time
  }

  /// Reports the pool's current numbers to the monitor. If another thread is already reporting,
  /// that thread sends the report.
  ///
  /// No lock is held during the report, because the monitor may cancel a waiting request.
  func report(_ gauges: () -> Connections.PoolGauges) {
    let isFirst = state.withLock { state in
      state.isLate = state.isReporting
      defer { state.isReporting = true }
      return !state.isReporting
    }
    guard isFirst else { return }
    repeat {
      monitor.note(gauges(), at: time.now)
    } while state.withLock { $0.goesOn() }
  }
}
