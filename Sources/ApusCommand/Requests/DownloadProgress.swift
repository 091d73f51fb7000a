import ApusNet
import ApusSession

/// How far a download is, as a line that is shown ten times a second at most.
struct DownloadProgress {
  private var next = Deadline.now

  /// What is to be shown, or nil if something was shown just now.
  mutating func text(for progress: TransferProgress) -> String? {
    guard next.isPast else { return nil }
    next = .after(.milliseconds(100))
    let done = Self.shown(progress.completed)
    guard let total = progress.total, let fraction = progress.fraction else { return done }
    return "\(done) of \(Self.shown(total)), \(Int(fraction * 100)) %"
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
