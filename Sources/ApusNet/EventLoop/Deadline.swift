/// A moment on the monotonic clock until which something may take.
///
/// A deadline is absolute, so that it can be handed on unchanged to every step of a piece of work.
public struct Deadline: Hashable, Comparable, Sendable {
  /// Nanoseconds of the monotonic clock.
  let nanoseconds: UInt64

  init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// The deadline that never comes.
  public static let never = Deadline(nanoseconds: .max)

  /// Returns the moment that lies that far ahead; one beyond what the clock counts never comes.
  public static func after(_ duration: Duration) -> Deadline { .now + duration }

  /// Returns the moment that much later; one beyond what the clock counts never comes.
  public static func + (moment: Deadline, duration: Duration) -> Deadline {
    let attoseconds = duration.attoseconds
    guard attoseconds > 0 else { return moment }
    // Fractions of a nanosecond count as a whole one: a deadline is never early.
    let nanoseconds = UInt64(clamping: (attoseconds - 1) / 1_000_000_000 + 1)
    let (end, isTooLong) = moment.nanoseconds.addingReportingOverflow(nanoseconds)
    return isTooLong ? .never : Deadline(nanoseconds: end)
  }

  /// The moment that is now.
  public static var now: Deadline { Deadline(nanoseconds: Kernel.now()) }

  /// How many whole seconds of the monotonic clock have passed by then.
  public var seconds: Int64 { Int64(clamping: nanoseconds / 1_000_000_000) }

  /// Whether the moment comes after an earlier one by so many nanoseconds at most.
  package func isWithin(_ nanoseconds: UInt64, of earlier: Deadline) -> Bool {
    self >= earlier && self.nanoseconds - earlier.nanoseconds <= nanoseconds
  }

  /// Whether the moment has come.
  public var isPast: Bool { nanoseconds <= Kernel.now() }

  /// How long it is until then: zero if the moment has come, nil if it never will.
  public var remaining: Duration? { remaining(from: .now) }

  /// Returns the time from a moment to this: zero if it is past, nil if it never comes.
  public func remaining(from now: Deadline) -> Duration? {
    guard self != .never else { return nil }
    return now < self ? .nanoseconds(Int64(clamping: nanoseconds - now.nanoseconds)) : .zero
  }

  public static func < (a: Deadline, b: Deadline) -> Bool { a.nanoseconds < b.nanoseconds }
}
