import Glibc

/// Times of two pieces of work that took turns, and what they say of each other.
struct Measurement {
  /// Nanoseconds of each turn.
  let ours: [Double]
  let theirs: [Double]

  /// Lets both work in turn, after one turn each that is not counted.
  ///
  /// Taking turns makes a slow moment of the machine strike both, so that the ratio of a pair
  /// holds where the times do not.
  init(rounds: Int = 31, ours: () -> Void, theirs: () -> Void) {
    ours()
    theirs()
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for _ in 0..<rounds {
      times.ours.append(Measurement.nanoseconds(ours))
      times.theirs.append(Measurement.nanoseconds(theirs))
    }
    self.ours = times.ours
    self.theirs = times.theirs
  }

  /// The median of the ratios of each pair of turns.
  var ratio: Double { Measurement.median(zip(ours, theirs).map { $0 / $1 }) }

  /// The processor time of one piece of work.
  static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = processorNanoseconds()
    try work()
    return processorNanoseconds() - start
  }

  static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  /// The median with the least and the greatest value: "1.15 (1.08 to 1.21)".
  static func spread(_ values: [Double]) -> String {
    let sorted = values.sorted()
    guard let least = sorted.first, let greatest = sorted.last else { return "not measured" }
    return "\(Bar.hundredths(median(values))) (\(Bar.hundredths(least)) to "
      + "\(Bar.hundredths(greatest)))"
  }

  /// What the process has used of the processor, which other processes do not add to.
  private static func processorNanoseconds() -> Double {
    var now = timespec()
    // SAFETY: C fills the structure within the call.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return Double(now.tv_sec) * 1e9 + Double(now.tv_nsec)
  }
}
