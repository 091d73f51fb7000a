import Glibc

/// The instructions and allocations of reading a head, which valgrind counts in a copy of this
/// program.
struct Counts {
  static func run() throws -> Bool { try ofThisProgram { try $0.heads() } ?? false }

  /// Calls `body` with the counter for a copy of this program, or prints the reason that valgrind
  /// cannot count.
  static func ofThisProgram<Result>(_ body: (Counts) throws -> Result) throws -> Result? {
    guard try Command.run(["valgrind", "--version"]).status == 0 else {
      print("instructions and allocations: not counted, because valgrind is not installed")
      return nil
    }
    let program = try Command.temporaryFolder() + "/stripped"
    defer { Command.removeTemporaryFolder(of: program) }
    // Valgrind cannot read the debug information of each toolchain and does not need that
    // information.
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

  /// Returns the number of instructions of this program with the given arguments.
  func instructions(_ arguments: [String]) throws -> Int {
    try number(
      after: "Collected :",
      in: ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program] + arguments)
  }

  /// Returns the number of allocations of a thousand heads without the allocations of start and
  /// warm-up.
  private func allocations(fieldCount: Int) throws -> Int {
    func all(_ rounds: Int) throws -> Int {
      try allocations(["http-loop", "\(fieldCount)", "\(rounds)"])
    }
    return try all(1_100) - all(100)
  }

  /// Returns the number of allocations of this program with the given arguments.
  func allocations(_ arguments: [String]) throws -> Int {
    try number(after: "total heap usage:", in: ["valgrind", program] + arguments)
  }

  /// Returns the number after a phrase in valgrind's report. The order of dictionaries is the same
  /// in each run.
  private func number(after words: String, in command: [String]) throws -> Int {
    let outcome = try Command.run(["env", "SWIFT_DETERMINISTIC_HASHING=1"] + command)
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
