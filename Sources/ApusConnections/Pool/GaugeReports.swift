internal import ApusNet

/// A reporter that sends the gauges of a pool to a monitor. Only one report runs at a time, so the
/// last report contains the latest gauges.
final class GaugeReports: Sendable {
  private let monitor: any DialMonitor
  private let time: TimeSource
  private let state = Lock(State())

  private struct State {
    var isReporting = false
    /// A Boolean value that indicates whether the gauges have changed during a report.
    var isLate = false

    /// Returns whether another report is due, and ends the reports if none is due.
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

  /// Reports the current gauges on this thread, or leaves the report to the thread that already
  /// reports.
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
