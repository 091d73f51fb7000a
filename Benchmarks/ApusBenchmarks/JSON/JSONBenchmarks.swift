import ApusNet
import ApusSerialization
import Glibc

/// JSON beside the `json` of Python and that of Node, its growth, and its doubles.
enum JSONBenchmarks {
  /// Runs everything and says whether every bar held.
  static func run() throws -> Bool {
    var allHold = true
    for count in [3, 29, 6500] { allHold = try contest(count: count) && allHold }
    allHold = try growth() && allHold
    allHold = doubles(count: 10_000_000) && allHold
    return allHold
  }

  private static func contest(count: Int) throws -> Bool {
    let coder = JSONCoder()
    let flock = Flock(count: count)
    let text = try coder.encode(flock)
    let value = try JSONValue(parsing: text)
    let python = try times(of: ["python3", "\(Peer.folder)/json_peer.py"], text)
    let node = try times(of: ["node", "\(Peer.folder)/json_peer.js"], text)
    var sum = 0
    let reading = time(text.count) { sum &+= (try? JSONValue(parsing: text)).map { _ in 1 } ?? 0 }
    let decoding = time(text.count) {
      sum &+= (try? coder.decode(Flock.self, from: text))?.birds.count ?? 0
    }
    let writing = time(text.count) { sum &+= (try? value.bytes())?.count ?? 0 }
    let encoding = time(text.count) { sum &+= (try? coder.encode(flock))?.count ?? 0 }
    func speed(_ nanoseconds: Double) -> String {
      "\(Int(Double(text.count) * 1000 / nanoseconds)) MB/s"
    }
    print(
      """
      \(text.count) bytes, \(count) objects of objects (sum \(sum % 997)):
        into a JSONValue \(speed(reading)), into types \(speed(decoding)); \
      Python \(speed(python.reading)), Node \(speed(node.reading))
        out of a JSONValue \(speed(writing)), out of types \(speed(encoding)); \
      Python \(speed(python.writing)), Node \(speed(node.writing))
      """)
    return Bar(
      "speed of a JSONValue, to Python's json", at: python.reading / reading, atLeast: 2
    ).report()
  }

  /// What another program needs for the same text, in nanoseconds.
  private static func times(
    of command: [String], _ text: [UInt8]
  ) throws -> (reading: Double, writing: Double) {
    let path = try Command.temporaryFolder() + "/flock.json"
    defer { Command.removeTemporaryFolder(of: path) }
    try write(text, to: path)
    let outcome = try Command.run(command + [path])
    let numbers = String(decoding: outcome.output, as: UTF8.self)
      .split { $0 == " " || $0 == "\n" }.compactMap { Double(String($0)) }
    guard outcome.status == 0, numbers.count == 2 else {
      throw Peer.Failure.command(command.joined(separator: " "), status: outcome.status)
    }
    return (numbers[0], numbers[1])
  }

  private static func write(_ bytes: [UInt8], to path: String) throws {
    // SAFETY: the stream is used between the two calls only, and the array outlives the write.
    guard let file = unsafe fopen(path, "w") else {
      throw Peer.Failure.command(path, status: errno)
    }
    unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }

  /// The least time of a piece of work on so many bytes.
  ///
  /// The peers are other processes, which run at other times: what a busy machine adds to either
  /// would be told apart from neither.
  private static func time(_ byteCount: Int, _ work: () -> Void) -> Double {
    let rounds = max(1, 3_000_000 / byteCount)
    let times = (0..<15).map { _ in
      Measurement.nanoseconds { for _ in 0..<rounds { work() } } / Double(rounds)
    }
    return times.min() ?? 0
  }

  /// Documents that invite square time: eight times as much must not take much more than eight
  /// times as long.
  private static func growth() throws -> Bool {
    var allHold = true
    for (name, text) in shapes {
      let times = [1, 8].map { factor in
        let bytes = text(factor * 4_000)
        return (0..<5).map { _ in
          Measurement.nanoseconds {
            _ = try? JSONValue(parsing: bytes)
            _ = try? JSONCoder().decode([String: JSONValue].self, from: bytes)
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

  /// Random doubles come back bit for bit, and random decimals are read as the standard library
  /// reads them.
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
      if let number = JSONNumber(double), let text = try? JSONValue.number(number).bytes(),
        (try? JSONValue(parsing: text))?.double?.bitPattern != double.bitPattern
      {
        altered += 1
      }
      let digits = random() >> (random() & 63)
      let decimal = "\(digits).\(random() % 1_000_000)e\(Int(random() % 64) - 40)"
      if (try? JSONValue(parsing: decimal))?.double != Double(decimal) { different += 1 }
    }
    print("\(count) random doubles and as many random decimals:")
    let holds = Bar("doubles that were altered", at: Double(altered), atMost: 0).report()
    return Bar("decimals read otherwise", at: Double(different), atMost: 0).report() && holds
  }
}
