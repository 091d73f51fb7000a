/// The time on the monotonic clock when an operation times out.
///
/// A deadline is absolute, so it can be passed unchanged to every step of an operation.
public struct Deadline: Hashable, Comparable, Sendable {
  /// The nanoseconds of the monotonic clock.
  let nanoseconds: UInt64

  init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// A deadline that never arrives.
  public static let never = Deadline(nanoseconds: .max)

  /// Returns the deadline after a duration from now.
  ///
  /// A deadline that exceeds the range of the clock never arrives.
  public static func after(_ duration: Duration) -> Deadline { .now + duration }

  /// Returns the deadline plus a duration.
  ///
  /// A deadline that exceeds the range of the clock never arrives.
  public static func + (moment: Deadline, duration: Duration) -> Deadline {
    let attoseconds = duration.attoseconds
    guard attoseconds > 0 else { return moment }
    // Fractions of a nanosecond are rounded up: a deadline is never early.
    let nanoseconds = UInt64(clamping: (attoseconds - 1) / 1_000_000_000 + 1)
    let (end, isTooLong) = moment.nanoseconds.addingReportingOverflow(nanoseconds)
    return isTooLong ? .never : Deadline(nanoseconds: end)
  }

  /// The current time.
  public static var now: Deadline { Deadline(nanoseconds: Kernel.now()) }

  /// The number of whole seconds on the monotonic clock at the deadline.
  public var seconds: Int64 { Int64(clamping: nanoseconds / 1_000_000_000) }

  /// Returns whether this time is at most a number of nanoseconds after an earlier time.
  package func isWithin(_ nanoseconds: UInt64, of earlier: Deadline) -> Bool {
    self >= earlier && self.nanoseconds - earlier.nanoseconds <= nanoseconds
  }

  /// A Boolean value that indicates whether the deadline has passed.
  public var isPast: Bool { nanoseconds <= Kernel.now() }

  /// The time until the deadline: zero if it has passed, nil if it never arrives.
  public var remaining: Duration? { remaining(from: .now) }

  /// Returns the time from another deadline to this one.
  ///
  /// The time is zero if this one is earlier, and nil if it never arrives.
  public func remaining(from now: Deadline) -> Duration? {
    guard self != .never else { return nil }
    return now < self ? .nanoseconds(Int64(clamping: nanoseconds - now.nanoseconds)) : .zero
  }

  public static func < (a: Deadline, b: Deadline) -> Bool { a.nanoseconds < b.nanoseconds }
}
