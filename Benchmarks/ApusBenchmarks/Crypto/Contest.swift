/// A comparison of our cryptographic operations with a run of `openssl speed`.
struct Contest {
  /// A cryptographic operation, and the minimum of its speed in units of OpenSSL's speed.
  struct Operation {
    let name: String
    var bar: Double?
    /// The closure that performs the operation once. The result depends on the work, so the
    /// optimizer cannot remove the work.
    let work: () throws -> UInt8
  }

  /// The arguments of `openssl speed`, or an empty array if OpenSSL has no such operation.
  var peer: [String] = []
  /// The number of bytes of an operation whose speed is measured in bytes, or `nil` for another
  /// operation.
  var byteCount: Int?
  /// The operations in the order of OpenSSL's output.
  let operations: [Operation]

  /// Measures both libraries in turn and prints a line for each operation. Returns whether the bars
  /// were met.
  func run(rounds: Int) throws -> Bool {
    let counts = try operations.map { try Self.roundCount(of: $0.work) }
    var ours = operations.map { _ in [Double]() }
    var theirs = ours
    for _ in 0..<rounds {
      for index in operations.indices {
        let speed = try Self.speed(of: operations[index].work, rounds: counts[index])
        ours[index].append(speed * Double(byteCount ?? 1))
      }
      guard !peer.isEmpty else { continue }
      let answer = try OpenSSL.speed(peer)
      for index in operations.indices { theirs[index].append(answer[index]) }
    }
    var allHold = true
    for index in operations.indices {
      allHold = report(operations[index], ours[index], theirs[index]) && allHold
    }
    return allHold
  }

  private func report(_ operation: Operation, _ ours: [Double], _ theirs: [Double]) -> Bool {
    let own = Measurement.median(ours)
    guard !theirs.isEmpty else {
      print("\(Self.padded(operation.name, 30)) \(figure(own))   no peer in `openssl speed`")
      return true
    }
    let other = Measurement.median(theirs)
    let turns = zip(ours, theirs).map { $0 / $1 }
    let (low, high) = (turns.min() ?? 0, turns.max() ?? 0)
    print(
      Self.padded(operation.name, 30), figure(own), figure(other),
      " \(Bar.hundredths(own / other)) (\(Bar.hundredths(low)) to \(Bar.hundredths(high)))")
    guard let bar = operation.bar else {
      Results.add(
        "speed of \(operation.name)", client: "Apus", peer: "OpenSSL", unit: "ratio", turns,
        isGreaterBetter: true)
      return true
    }
    return Bar(
      "speed of \(operation.name)", over: turns, peer: "OpenSSL", atLeast: bar
    ).report()
  }

  /// Returns the text of a speed in megabytes per second or in microseconds per operation.
  private func figure(_ speed: Double) -> String {
    let text =
      byteCount == nil
      ? "\(HTTPBenchmarks.one(1e6 / speed)) µs" : "\(HTTPBenchmarks.one(speed / 1e6)) MB/s"
    return Self.padded(text, -14)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? spaces + text : text + spaces
  }

  /// Returns the number of operations in a fifth of a second.
  private static func roundCount(of work: () throws -> UInt8) throws -> Int {
    var rounds = 1
    while true {
      let perSecond = try speed(of: work, rounds: rounds)
      guard Double(rounds) / perSecond < 0.02 else { return max(1, Int(perSecond / 5)) }
      rounds *= 2
    }
  }

  /// Returns the number of operations per second of processor time.
  private static func speed(of work: () throws -> UInt8, rounds: Int) throws -> Double {
    let nanoseconds = try Measurement.nanoseconds {
      for _ in 0..<rounds { _ = try work() }
    }
    return Double(rounds) / nanoseconds * 1e9
  }
}
