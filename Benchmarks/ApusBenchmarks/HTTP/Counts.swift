import Glibc

/// Instructions and allocations, counted by valgrind on this very program.
struct Counts {
  private let program: String

  /// Makes a copy of this program for valgrind to run; nil, said aloud, where that cannot be.
  init?() throws {
    guard try Command.run(["valgrind", "--version"]).status == 0 else {
      print("instructions and allocations: not counted, because valgrind is not installed")
      return nil
    }
    program = try Command.temporaryFolder() + "/stripped"
    // Valgrind cannot read the debug information of every toolchain, and needs none of it.
    let strip = ["objcopy", "--strip-debug", CommandLine.arguments[0], program]
    guard try Command.run(strip).status == 0 else {
      print("instructions and allocations: not counted, because objcopy is not installed")
      return nil
    }
  }

  /// Removes the copy.
  func close() { Command.removeTemporaryFolder(of: program) }

  /// What a head costs.
  static func run() throws -> Bool {
    guard let count = try Counts() else { return false }
    defer { count.close() }
    for (work, words) in [("check", "parsed and checked"), ("head", "framed and kept as well")] {
      let fewer = try count.instructions(work, rounds: 1_000)
      let more = try count.instructions(work, rounds: 3_000)
      print("response head of 687 bytes, \(words): \((more - fewer) / 2_000) instructions")
    }
    let small = try count.allocations(fieldCount: 16)
    let large = try count.allocations(fieldCount: 32)
    print("allocations in 1000 heads: \(small) with 16 fields each, \(large) with 32")
    return Bar("more allocations for twice the fields", at: Double(large - small), atMost: 0)
      .report()
  }

  private func instructions(_ work: String, rounds: Int) throws -> Int {
    try instructions(of: ["http-loop", work, "0", "\(rounds)"])
  }

  /// All instructions of a run of this program with some arguments.
  func instructions(of arguments: [String]) throws -> Int {
    let callgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program]
    return try number(after: "Collected :", in: callgrind + arguments)
  }

  /// The allocations of a thousand heads, without those of starting and warming up.
  private func allocations(fieldCount: Int) throws -> Int {
    func all(_ rounds: Int) throws -> Int {
      let loop = ["http-loop", "head", "\(fieldCount)", "\(rounds)"]
      return try number(after: "total heap usage:", in: ["valgrind", program] + loop)
    }
    return try all(1_100) - all(100)
  }

  /// The number behind some words of what valgrind reports.
  private func number(after words: String, in command: [String]) throws -> Int {
    let outcome = try Command.run(command)
    let bytes = Array(outcome.errors.utf8)
    let wanted = Array(words.utf8)
    let at = bytes.indices.first { bytes[$0...].starts(with: wanted) }
    guard outcome.status == 0, let at else {
      throw Peer.Failure.command(command.joined(separator: " "), status: outcome.status)
    }
    let digits = bytes[(at + wanted.count)...].drop { $0 == 0x20 }
      .prefix { $0 == 0x2c || (0x30...0x39).contains($0) }.filter { $0 != 0x2c }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}
