import ApusSerialization

/// Tests with random numbers, because a list of cases may miss a number that an optimization
/// converts incorrectly.
///
/// Each `Double` must be the same after it is written and read. A decimal number of any length must
/// be parsed to the same value as in the standard library.
struct DoubleTrials {
  /// The number of trials of each kind. The number is smaller in a debug build, in which a trial
  /// takes a hundred times as long.
  static let count: Int = {
    #if DEBUG
      20_000
    #else
      10_000_000
    #endif
  }()

  /// The seed of the pseudorandom numbers in the trials.
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed
    state = seed
  }

  /// Tests all random numbers and adds two test cases to the report.
  mutating func run(count: Int = DoubleTrials.count, into report: inout Report) {
    var altered: [String] = []
    var different: [String] = []
    for _ in 0..<count {
      let double = Double(bitPattern: random())
      if double.isFinite, !Self.comesBack(double) { altered.append("\(double)") }
      let decimal = decimal()
      if !Self.isReadAlike(decimal) { different.append(decimal) }
    }
    report.add("\(count) random doubles", Self.verdict(altered, "change when written and read"))
    report.add("\(count) random decimals", Self.verdict(different, "are read as another double"))
    report.remarks.append("\(count) random doubles and as many random decimals, seed \(seed)")
  }

  /// Returns whether a `Double` is unchanged after it is written and parsed.
  static func comesBack(_ double: Double) -> Bool {
    guard let number = JSON.Number(double), let text = try? JSON.Value.number(number).bytes(),
      let read = try? JSON.Value(parsing: text).double
    else { return false }
    return read.bitPattern == double.bitPattern
  }

  /// Returns whether a decimal number is parsed to the same `Double` as in the standard library.
  static func isReadAlike(_ decimal: String) -> Bool {
    let expected = Double(decimal).flatMap { $0.isFinite ? $0 : nil }
    return (try? JSON.Value(parsing: decimal))?.double?.bitPattern == expected?.bitPattern
  }

  private static func verdict(_ failures: [String], _ words: String) -> Report.Verdict {
    guard let first = failures.first else { return .passed }
    return .failed("\(failures.count) \(words), \(first) the first")
  }

  /// Returns a random decimal number with up to 20 digits before and after the point. Two of three
  /// numbers have an exponent.
  private mutating func decimal() -> String {
    let whole = random() >> (random() & 63)
    let fraction = random() >> (random() & 63)
    let sign = random() & 1 == 0 ? "" : "-"
    switch random() % 3 {
    case 0: return "\(sign)\(whole).\(fraction)"
    case 1: return "\(sign)\(whole)e\(Int(random() % 700) - 360)"
    default: return "\(sign)\(whole).\(fraction)e\(Int(random() % 64) - 40)"
    }
  }

  /// Returns the next random 64-bit number.
  private mutating func random() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
