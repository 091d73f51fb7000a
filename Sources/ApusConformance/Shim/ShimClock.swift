import ApusNet
import ApusTLS

/// The time as the client is told it: the clock on the wall when the process began, and on from
/// there in milliseconds, which the age of a ticket is counted in.
struct ShimClock: Sendable {
  private let start = ContinuousClock.now
  private let seconds = WallClock.secondsSinceEpoch
  /// How many seconds the clock is put forward.
  var lead: Int64 = 0

  /// The moment that is now.
  var now: TLS.Moment {
    let (elapsed, attoseconds) = (ContinuousClock.now - start).components
    return TLS.Moment(
      millisecondsSinceEpoch: (seconds + lead + elapsed) * 1000
        + attoseconds / 1_000_000_000_000_000)
  }
}
