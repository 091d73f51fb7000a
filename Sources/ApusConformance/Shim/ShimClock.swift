import ApusNet
import ApusTLS

/// The time as the client is told it, which stands still but for where the runner moves it.
///
/// The runner counts the age of a ticket in milliseconds, and takes no millisecond more than it
/// has asked for.
struct ShimClock: Sendable {
  private let seconds = WallClock.secondsSinceEpoch
  /// How many seconds the clock is put forward.
  var lead: Int64 = 0

  /// The moment that is now.
  var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: (seconds + lead) * 1000)
  }
}
