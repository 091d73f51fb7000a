import Glibc

/// The instructions and allocations of a head, counted by valgrind on this program.
struct Counts {
  static func run() throws -> Bool { try ofThisProgram { try $0.heads() } ?? false }

  /// Passes the counter of a copy of this program to `body`, or prints the reason that nothing can
  /// be counted.
  static func ofThisProgram<Result>(_ body: (Counts) throws -> Result) throws -> Result? {
    guard try Command.run(["valgrind", "--version"]).status == 0 else {
      print("instructions and allocations: not counted, because valgrind is not installed")
      return nil
    }
    let program = try Command.temporaryFolder() + "/stripped"
    defer { Command.removeTemporaryFolder(of: program) }
    // Valgrind cannot read the debug information of every toolchain, and needs none of it.
    let strip = ["objcopy", "--strip-debug", CommandLine.arguments[0], program]
    guard try Command.run(strip).status == 0 else {
      print("instructions and allocations: not counted, because objcopy is not installed")
      return nil
    }
    return try body(Counts(program: program))
  }

  private func heads() throws -> Bool {
    let fewer = try instructions(["http-loop", "0", "1000"])
    let more = try instructions(["http-loop", "0", "3000"])
    print("response head of 687 bytes: \((more - fewer) / 2_000) instructions")
    let small = try allocations(fieldCount: 16)
    let large = try allocations(fieldCount: 32)
    print("allocations in 1000 heads: \(small) with 16 fields each, \(large) with 32")
    return Bar("more allocations for twice the fields", at: Double(large - small), atMost: 0)
      .report()
  }

  private let program: String

  /// The instructions of this program with arguments.
  func instructions(_ arguments: [String]) throws -> Int {
    try number(
      after: "Collected :",
      in: ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program] + arguments)
  }

  /// The allocations of a thousand heads, without the ones of start and warm-up.
  private func allocations(fieldCount: Int) throws -> Int {
    func all(_ rounds: Int) throws -> Int {
      try allocations(["http-loop", "\(fieldCount)", "\(rounds)"])
    }
    return try all(1_100) - all(100)
  }

  /// The allocations of this program with arguments.
  func allocations(_ arguments: [String]) throws -> Int {
    try number(after: "total heap usage:", in: ["valgrind", program] + arguments)
  }

  /// The number after a phrase in valgrind's report.
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
