import Glibc

/// The times of two pieces of work that took turns, and the ratios of these times.
struct Measurement {
  /// The nanoseconds of each turn of our work.
  let ours: [Double]
  let theirs: [Double]

  /// Measures both pieces of work in turn after an uncounted turn of each.
  ///
  /// A slow moment of the machine affects both turns of a pair, so the ratio of a pair is valid
  /// even if the times are not.
  ///
  /// If a limit for the ratio is within the spread, both pieces of work take up to three times as
  /// many turns.
  init(
    rounds: Int = 31, limit: Double? = nil, ours: () -> Void, theirs: () -> Void
  ) {
    ours()
    theirs()
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    let rounds = Results.rounds(rounds)
    for round in 0..<(3 * rounds) {
      if round > 0, round % rounds == 0 {
        let spread = Spread(zip(times.ours, times.theirs).map { $0 / $1 })
        guard let limit, spread.lower <= limit, limit <= spread.upper else { break }
      }
      times.ours.append(Measurement.nanoseconds(ours))
      times.theirs.append(Measurement.nanoseconds(theirs))
    }
    self.ours = times.ours
    self.theirs = times.theirs
  }

  /// The ratio of the times for each pair of turns.
  var ratios: [Double] { zip(ours, theirs).map { $0 / $1 } }

  /// The median of the ratios of all pairs of turns.
  var ratio: Double { Measurement.median(ratios) }

  /// Returns the processor time of a piece of work in nanoseconds.
  static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = processorNanoseconds()
    try work()
    return processorNanoseconds() - start
  }

  static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  /// Returns a text with the median and the middle half of the values, such as "1.15 (1.08 to
  /// 1.21)".
  static func spread(_ values: [Double]) -> String {
    values.isEmpty ? "not measured" : text(of: Spread(values))
  }

  /// Returns a text with the median, and with the middle half if there are several values.
  static func text(of spread: Spread) -> String {
    let median = Bar.hundredths(spread.median)
    guard spread.count > 1 else { return median }
    return "\(median) (\(Bar.hundredths(spread.lower)) to \(Bar.hundredths(spread.upper)))"
  }

  /// Returns the processor time of this process, which other processes do not affect.
  private static func processorNanoseconds() -> Double {
    var now = timespec()
    // SAFETY: C fills the structure within the call.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
  }
}
