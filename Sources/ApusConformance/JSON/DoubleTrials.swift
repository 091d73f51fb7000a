import ApusSerialization

/// Random numbers, as no list of cases holds the one that a shortcut gets wrong.
///
/// Doubles of any bits must come back bit for bit from the text that is written of them, and
/// decimals of any length must be read as the standard library reads them.
struct DoubleTrials {
  /// How many of each there are: fewer in a debug build, where one takes a hundred times as long.
  static let count: Int = {
    #if DEBUG
      20_000
    #else
      10_000_000
    #endif
  }()

  /// What the numbers follow from.
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64 = .random(in: .min ... .max)) {
    self.seed = seed
    state = seed
  }

  /// Tries them all and adds two cases to a report.
  mutating func run(count: Int = DoubleTrials.count, into report: inout Report) {
    var altered: [String] = []
    var different: [String] = []
    for _ in 0..<count {
      let double = Double(bitPattern: random())
      if double.isFinite, !Self.comesBack(double) { altered.append("\(double)") }
      let decimal = decimal()
      if !Self.isReadAlike(decimal) { different.append(decimal) }
    }
    report.add("\(count) random doubles", Self.verdict(altered, "do not come back"))
    report.add("\(count) random decimals", Self.verdict(different, "are read as another double"))
    report.remarks.append("\(count) random doubles and as many random decimals, seed \(seed)")
  }

  /// Whether a `Double` is read out of the text that is written of it.
  static func comesBack(_ double: Double) -> Bool {
    guard let number = JSONNumber(double), let text = try? JSONValue.number(number).bytes(),
      let read = try? JSONValue(parsing: text).double
    else { return false }
    return read.bitPattern == double.bitPattern
  }

  /// Whether a decimal is the double that the standard library reads.
  static func isReadAlike(_ decimal: String) -> Bool {
    let expected = Double(decimal).flatMap { $0.isFinite ? $0 : nil }
    return (try? JSONValue(parsing: decimal))?.double?.bitPattern == expected?.bitPattern
  }

  private static func verdict(_ failures: [String], _ words: String) -> Report.Verdict {
    guard let first = failures.first else { return .passed }
    return .failed("\(failures.count) \(words), \(first) the first")
  }

  /// Up to twenty digits before the point and as many behind it; an exponent in two of three.
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

  /// The next of a sequence that goes through all numbers of 64 bits, mixed.
  private mutating func random() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
