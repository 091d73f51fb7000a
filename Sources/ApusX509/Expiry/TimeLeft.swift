package import ApusASN1

extension X509 {
  /// The time until an end, shown in days.
  package struct TimeLeft: CustomStringConvertible, Sendable {
    /// The number of seconds; it is negative after the end.
    package let seconds: Int64

    /// Creates the time from a moment to an end in seconds since the epoch.
    package init(until end: Int64, from moment: UnixTime) {
      let (difference, isOverflow) = end.subtractingReportingOverflow(moment.secondsSinceEpoch)
      seconds = isOverflow ? (end > 0 ? .max : .min) : difference
    }

    /// A Boolean value that indicates whether the end has passed; the last second is not past.
    ///
    /// RFC 5280 section 4.1.2.5.
    package var isOver: Bool { seconds < 0 }

    /// The number of whole days until the end, or since it.
    package var days: UInt64 { seconds.magnitude / 86_400 }

    /// The number of days that are left, or the time since the end.
    package var span: String { isOver ? description : count }

    package var description: String { isOver ? "expired \(count) ago" : "\(count) left" }

    private var count: String { days == 1 ? "1 day" : "\(days) days" }
  }
}
