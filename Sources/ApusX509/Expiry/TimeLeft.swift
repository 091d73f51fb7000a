package import ApusASN1

extension X509 {
  /// The time until the end of a validity period, shown in days.
  package struct TimeLeft: CustomStringConvertible, Sendable {
    /// The number of seconds until the end of the validity. The number of seconds is negative after
    /// the end of the validity.
    package let seconds: Int64

    /// Creates the remaining time between a given time and the end of a validity period.
    package init(until end: Int64, from moment: UnixTime) {
      let (difference, isOverflow) = end.subtractingReportingOverflow(moment.secondsSinceEpoch)
      seconds = isOverflow ? (end > 0 ? .max : .min) : difference
    }

    /// A Boolean value that indicates whether the end of the validity has passed. The last second
    /// is still valid.
    ///
    /// RFC 5280 section 4.1.2.5.
    package var isOver: Bool { seconds < 0 }

    /// The number of whole days until the end of the validity period, or since the end of an
    /// expired validity period.
    package var days: UInt64 { seconds.magnitude / 86_400 }

    /// A text with the number of remaining days or hours, or with the time since the end of the
    /// validity period.
    package var span: String { isOver ? description : count }

    package var description: String { isOver ? "expired \(count) ago" : "\(count) left" }

    private var count: String {
      if days > 0 { return days == 1 ? "1 day" : "\(days) days" }
      let hours = seconds.magnitude / 3_600
      return hours == 0 ? "less than an hour" : hours == 1 ? "1 hour" : "\(hours) hours"
    }
  }
}
