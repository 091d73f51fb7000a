import ApusSerialization

/// The comparison of JSON coding with other coders, its growth, and its conversion of doubles.
enum JSONBenchmarks {
  /// Runs all measurements and returns whether every bar was met.
  static func run() throws -> Bool {
    var allHold = try JSONContest.run()
    allHold = try growth() && allHold
    allHold = doubles(count: Results.amount(10_000_000)) && allHold
    return allHold
  }

  /// Measures documents that may cause quadratic time. The eightfold size must take little more
  /// than the eightfold time.
  static func growth() throws -> Bool {
    var allHold = true
    for (name, text) in shapes {
      let times = [1, 8].map { factor in
        let bytes = text(factor * 4_000)
        return (0..<5).map { _ in
          Measurement.nanoseconds {
            _ = try? JSON.Value(parsing: bytes)
            _ = try? JSONCoder().decode([String: JSON.Value].self, from: bytes)
          }
        }.min() ?? 0
      }
      let bar = Bar("time of 8 times as many \(name)", at: times[1] / times[0], atMost: 14)
      allHold = bar.report() && allHold
    }
    return allHold
  }

  private static let shapes: [(String, @Sendable (Int) -> [UInt8])] = [
    ("names", { object((0..<$0).map { "\"name\($0)\":\($0)" }) }),
    ("names with escapes", { object((0..<$0).map { "\"\\u0061\($0)\":\($0)" }) }),
    ("repeats of a name", { object((0..<$0).map { "\"a\":\($0)" }) }),
    ("escapes", { object(["\"a\":\"\(String(repeating: "\\u20ac\\n", count: $0))\""]) }),
    ("digits", { object(["\"a\":\(String(repeating: "9", count: $0))"]) }),
    ("empty arrays", { object(["\"a\":[\((0..<$0).map { _ in "[]" }.joined(separator: ","))]"]) }),
  ]

  private static func object(_ members: [String]) -> [UInt8] {
    Array("{\(members.joined(separator: ","))}".utf8)
  }

  /// Checks that random doubles are restored bit for bit, and that random decimals are parsed as in
  /// the standard library.
  private static func doubles(count: Int) -> Bool {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    func random() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    var (altered, different) = (0, 0)
    for _ in 0..<count {
      let double = Double(bitPattern: random())
      if let number = JSON.Number(double), let text = try? JSON.Value.number(number).bytes(),
        (try? JSON.Value(parsing: text))?.double?.bitPattern != double.bitPattern
      {
        altered += 1
      }
      let digits = random() >> (random() & 63)
      let decimal = "\(digits).\(random() % 1_000_000)e\(Int(random() % 64) - 40)"
      if (try? JSON.Value(parsing: decimal))?.double != Double(decimal) { different += 1 }
    }
    print("\(count) random doubles and as many random decimals:")
    let holds = Bar("doubles that were altered", at: Double(altered), atMost: 0).report()
    return Bar("decimals read otherwise", at: Double(different), atMost: 0).report() && holds
  }
}
