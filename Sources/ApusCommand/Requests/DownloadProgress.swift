import ApusNet
import ApusSession

/// How far a download is, as a line that is shown ten times a second at most.
struct DownloadProgress {
  private let start: ContinuousClock.Instant
  private var next: ContinuousClock.Instant

  init(from start: ContinuousClock.Instant = .now) {
    self.start = start
    next = start
  }

  /// What is to be shown, or nil if something was shown just now.
  mutating func text(
    for progress: TransferProgress, at now: ContinuousClock.Instant = .now
  ) -> String? {
    guard now >= next else { return nil }
    next = now + .milliseconds(100)
    let done = Self.shown(progress.completed)
    let rate = rate(of: progress.completed, at: now)
    let speed = rate.map { ", \(Self.shown($0))/s" } ?? ""
    guard let total = progress.total, let fraction = progress.fraction else { return done + speed }
    let left = rate.flatMap { Self.timeLeft(total - progress.completed, at: $0) }
    return "\(done) of \(Self.shown(total)), \(Int(fraction * 100)) %\(speed)"
      + (left.map { ", \($0) left" } ?? "")
  }

  /// How many bytes a second there were so far; nil where it is too early to say.
  private func rate(of byteCount: Int, at now: ContinuousClock.Instant) -> Int? {
    let parts = start.duration(to: now).components
    let milliseconds = Int(parts.seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000)
    guard milliseconds >= 200 else { return nil }
    let (product, isOverflow) = byteCount.multipliedReportingOverflow(by: 1000)
    return (isOverflow ? Int.max : product) / milliseconds
  }

  /// How long so many bytes will take: in seconds, and in minutes once there are many.
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

  /// A number of bytes in a unit that people read.
  static func shown(_ byteCount: Int) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"]
    guard byteCount >= 1024 else { return "\(byteCount) bytes" }
    var (tenths, unit) = (byteCount / 102, 0)
    while tenths >= 10_240, unit + 1 < units.count {
      tenths /= 1024
      unit += 1
    }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
