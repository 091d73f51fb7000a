import ApusNet
import ApusSerialization
import Glibc

/// The comparison of JSON coding with the coders of FoundationEssentials, Python's `json` module
/// and Node in turn.
///
/// FoundationEssentials runs in this process, and Python and Node run in separate processes, all on
/// the same core. Each turn counts the best of several runs, so other load on the machine does not
/// affect the result.
struct JSONContest {
  private let text: [UInt8]
  private let flock: Flock
  private let value: JSON.Value
  private let foundation: Peer

  /// The nanoseconds of each coder for a document.
  private struct Turn {
    let reading, decoding, writing, encoding: Double
    let foundationDecoding, foundationEncoding: Double
    let python: (reading: Double, writing: Double)
    let node: (reading: Double, writing: Double)?
  }

  private init(count: Int, _ foundation: Peer) throws {
    flock = Flock(count: count)
    text = try JSONCoder().encode(flock)
    value = try JSON.Value(parsing: text)
    self.foundation = foundation
  }

  /// Runs all measurements and returns whether every bar was met.
  static func run() throws -> Bool {
    let foundation = try Peer(
      module: "FoundationPeer", swift: ["Peers/FoundationJSON.swift", "JSON/Flock.swift"])
    var allHold = true
    // The documents are an object of 1 KB, a page of 9 KB and an array of 2 MB.
    for count in [3, 29, 6500] {
      allHold = try JSONContest(count: count, foundation).run() && allHold
    }
    return allHold
  }

  private func run() throws -> Bool {
    let path = try Command.temporaryFolder() + "/flock.json"
    defer { Command.removeTemporaryFolder(of: path) }
    try Workplace.write(text, to: path)
    guard try unsafe foundation.repeating("json_keep")(text, text.count, 1) == flock.birds.count
    else { throw Peer.Failure.symbol("json_keep") }
    let turns = try (0..<Self.turnCount).map { _ in try turn(path) }
    report(turns)
    func hold(_ name: String, _ peer: String, _ bar: Double, _ ratio: (Turn) -> Double) -> Bool {
      Bar(
        "speed of \(name), \(text.count) bytes", over: turns.map(ratio), peer: peer, atLeast: bar
      ).report()
    }
    let decoding = hold("decoding types", "FoundationEssentials", 5) {
      $0.foundationDecoding / $0.decoding
    }
    let reading = hold("reading a JSON.Value", "Python's json", 2) {
      $0.python.reading / $0.reading
    }
    let encoding = hold("encoding types", "FoundationEssentials", 4) {
      $0.foundationEncoding / $0.encoding
    }
    return decoding && reading && encoding
  }

  /// The number of turns, which is odd so that one value is the median.
  private static let turnCount = 5

  private func turn(_ path: String) throws -> Turn {
    let coder = JSONCoder()
    let decode = try unsafe foundation.repeating("json_decode")
    let encode = try unsafe foundation.repeating("json_encode")
    var sum = 0
    let turn = Turn(
      reading: time { sum &+= (try? JSON.Value(parsing: text)).map { _ in 1 } ?? 0 },
      decoding: time { sum &+= (try? coder.decode(Flock.self, from: text))?.birds.count ?? 0 },
      writing: time { sum &+= (try? value.bytes())?.count ?? 0 },
      encoding: time { sum &+= (try? coder.encode(flock))?.count ?? 0 },
      // SAFETY: the array outlives the calls, which read its bytes only.
      foundationDecoding: time { unsafe sum &+= Int(decode(text, text.count, 1)) },
      foundationEncoding: time { sum &+= Int(encode(nil, 0, 1)) },
      python: try Self.python(path), node: try Self.node(path))
    precondition(sum > 0, "the value is empty")
    return turn
  }

  /// Returns the least time of a piece of work.
  private func time(_ work: () -> Void) -> Double {
    let rounds = max(1, 1_000_000 / text.count)
    let times = (0..<7).map { _ in
      Measurement.nanoseconds { for _ in 0..<rounds { work() } } / Double(rounds)
    }
    return times.min() ?? 0
  }

  private static func python(_ path: String) throws -> (reading: Double, writing: Double) {
    let command = ["python3", "\(Peer.folder)/json_peer.py", path]
    guard let times = try times(of: command) else {
      throw Peer.Failure.command("python3", status: ENOENT)
    }
    return times
  }

  private static func node(_ path: String) throws -> (reading: Double, writing: Double)? {
    try times(of: ["node", "\(Peer.folder)/json_peer.js", path])
  }

  /// Returns the nanoseconds of another program for the same text, or `nil` if the program is not
  /// installed.
  private static func times(
    of command: [String]
  ) throws -> (reading: Double, writing: Double)? {
    let outcome = try Command.run(command)
    guard outcome.status != ENOENT else { return nil }
    let numbers = String(decoding: outcome.output, as: UTF8.self)
      .split { $0 == " " || $0 == "\n" }.compactMap { Double(String($0)) }
    guard outcome.status == 0, numbers.count == 2 else {
      throw Peer.Failure.command(command.joined(separator: " "), status: outcome.status)
    }
    return (numbers[0], numbers[1])
  }

  private func report(_ turns: [Turn]) {
    func speed(_ time: (Turn) -> Double) -> String {
      "\(Int(Double(text.count) * 1000 / Measurement.median(turns.map(time)))) MB/s"
    }
    let hasNode = turns.allSatisfy { $0.node != nil }
    let nodeReading = hasNode ? "Node \(speed { $0.node?.reading ?? 0 })" : "no Node is installed"
    let nodeWriting = hasNode ? "Node \(speed { $0.node?.writing ?? 0 })" : "no Node is installed"
    print(
      """
      JSON, \(text.count) bytes, \(flock.birds.count) objects of objects:
        into types \(speed(\.decoding)), FoundationEssentials \(speed(\.foundationDecoding))
        into a JSON.Value \(speed(\.reading)), Python \(speed(\.python.reading)), \(nodeReading)
        out of types \(speed(\.encoding)), FoundationEssentials \(speed(\.foundationEncoding))
        out of a JSON.Value \(speed(\.writing)), Python \(speed(\.python.writing)), \(nodeWriting)
      """)
  }
}
