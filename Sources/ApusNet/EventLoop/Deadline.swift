/// The time on the monotonic clock at which an operation times out.
///
/// A deadline is an absolute time, so it can be passed unchanged to every step of an operation.
public struct Deadline: Hashable, Comparable, Sendable {
  /// The time of the deadline on the monotonic clock in nanoseconds.
  let nanoseconds: UInt64

  init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// A deadline that never arrives.
  public static let never = Deadline(nanoseconds: .max)

  /// Returns the deadline that is a duration from now.
  ///
  /// A deadline that exceeds the range of the clock never arrives.
  public static func after(_ duration: Duration) -> Deadline { .now + duration }

  /// Returns the deadline that is a duration after another deadline.
  ///
  /// A deadline that exceeds the range of the clock never arrives.
  public static func + (moment: Deadline, duration: Duration) -> Deadline {
    let attoseconds = duration.attoseconds
    guard attoseconds > 0 else { return moment }
    // Fractions of a nanosecond are rounded up, because a deadline must never be early.
    let nanoseconds = UInt64(clamping: (attoseconds - 1) / 1_000_000_000 + 1)
    let (end, isTooLong) = moment.nanoseconds.addingReportingOverflow(nanoseconds)
    return isTooLong ? .never : Deadline(nanoseconds: end)
  }

  /// The current time on the monotonic clock as a deadline.
  public static var now: Deadline { Deadline(nanoseconds: Kernel.now()) }

  /// The time of the deadline on the monotonic clock in whole seconds.
  public var seconds: Int64 { Int64(clamping: nanoseconds / 1_000_000_000) }

  /// Returns whether the interval from an earlier deadline to this deadline is at most a number of
  /// nanoseconds.
  package func isWithin(_ nanoseconds: UInt64, of earlier: Deadline) -> Bool {
    self >= earlier && self.nanoseconds - earlier.nanoseconds <= nanoseconds
  }

  /// A Boolean value that indicates whether the deadline has passed.
  public var isPast: Bool { nanoseconds <= Kernel.now() }

  /// The time until the deadline, or `nil` if the deadline never arrives.
  ///
  /// The time is zero if the deadline has passed.
  public var remaining: Duration? { remaining(from: .now) }

  /// Returns the time from another deadline to this deadline, or `nil` for a deadline that never
  /// arrives.
  ///
  /// The time is zero if this deadline is earlier than the other deadline.
  public func remaining(from now: Deadline) -> Duration? {
    guard self != .never else { return nil }
    return now < self ? .nanoseconds(Int64(clamping: nanoseconds - now.nanoseconds)) : .zero
  }

  public static func < (a: Deadline, b: Deadline) -> Bool { a.nanoseconds < b.nanoseconds }
}
