@_exported public import CoreMetrics

extension CoreMetrics.Timer {
  public func record(duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    recordNanoseconds(overflows ? .max : whole + attoseconds / 1_000_000_000)
  }
}
