import ApusX509

/// How long it is until something ends, as people count it: in days.
struct TimeLeft: CustomStringConvertible {
  /// Below zero where it has ended.
  let seconds: Int64

  init(until end: Int64, from moment: UnixTime) {
    let (difference, isOverflow) = end.subtractingReportingOverflow(moment.secondsSinceEpoch)
    seconds = isOverflow ? (end > 0 ? .max : .min) : difference
  }

  /// Whether it has ended: the last second still counts. RFC 5280 section 4.1.2.5.
  var isOver: Bool { seconds < 0 }

  /// Whole days that are left, or have passed since.
  var days: UInt64 { seconds.magnitude / 86_400 }

  /// The days that are left, or how long ago it has ended.
  var span: String { isOver ? description : count }

  var description: String { isOver ? "expired \(count) ago" : "\(count) left" }

  private var count: String { days == 1 ? "1 day" : "\(days) days" }
}
