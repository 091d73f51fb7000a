import ApusNet

/// A progress line of an upload or download, which changes at most ten times per second.
///
/// A very short transfer shows no progress line.
struct TransferLine {
  /// The time of the first progress report, and the number of transferred bytes at this time.
  private var start: (moment: ContinuousClock.Instant, byteCount: Int)?
  private var next: ContinuousClock.Instant?

  /// Returns the text of the progress line, or `nil` if the line has changed within the last tenth
  /// of a second.
  mutating func text(
    _ completed: Int, of total: Int?, at now: ContinuousClock.Instant = .now
  ) -> String? {
    guard let start, let next else {
      start = (now, completed)
      next = now + .milliseconds(200)
      return nil
    }
    guard now >= next else { return nil }
    self.next = now + .milliseconds(100)
    let rate = Self.rate(of: completed - start.byteCount, in: start.moment.duration(to: now))
    let done = Self.shown(completed)
    let speed = "\(Self.shown(rate))/s"
    guard let total else { return "\(done), \(speed)" }
    let percent = total == 0 ? 100 : Int(100 * Double(completed) / Double(total))
    let left = Self.timeLeft(total - completed, at: rate)
    return "\(done) of \(Self.shown(total)), \(percent) %, \(speed)"
      + (left.map { ", \($0) left" } ?? "")
  }

  /// Returns the number of transferred bytes per second.
  private static func rate(of byteCount: Int, in time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    let milliseconds = max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    let (product, isOverflow) = byteCount.multipliedReportingOverflow(by: 1000)
    return (isOverflow ? Int.max : product) / milliseconds
  }

  /// Returns the estimated remaining time of the transfer in seconds or minutes.
  private static func timeLeft(_ byteCount: Int, at rate: Int) -> String? {
    guard rate > 0, byteCount >= 0 else { return nil }
    let seconds = byteCount / rate
    switch seconds {
    case ..<120: return "\(seconds) s"
    case ..<7200: return "\(seconds / 60) min"
    case ..<360_000: return "\(seconds / 3600) h"
    default: return nil
    }
  }

  /// Returns a number of bytes in a binary unit, such as MiB.
  static func shown(_ byteCount: Int) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"]
    guard byteCount >= 1024 else { return "\(byteCount) bytes" }
    // The quotient is at most a thousandth of the greatest integer, so ten times the quotient
    // cannot overflow.
    var (tenths, unit) = (byteCount / 1024 * 10 + byteCount % 1024 * 10 / 1024, 0)
    while tenths >= 10_240, unit + 1 < units.count {
      tenths /= 1024
      unit += 1
    }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
