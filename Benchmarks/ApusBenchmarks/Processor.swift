import Glibc

/// The single processor core of a measurement.
enum Processor {
  /// Keeps this process and its future child processes on the last processor core that they may
  /// use.
  ///
  /// The program `taskset` prints the cores as a list such as `0-3,7`.
  static func stayOnOne() throws -> String {
    let list = try taskset(["\(getpid())"])
    let processor = list.reversed().prefix { $0.isNumber }.reversed()
    _ = try taskset([String(processor), "\(getpid())"])
    return String(processor)
  }

  private static func taskset(_ words: [String]) throws -> String {
    let outcome = try Command.run(["taskset", "--cpu-list", "--pid"] + words)
    guard outcome.status == 0 else {
      throw Peer.Failure.command("taskset", status: outcome.status)
    }
    let line = String(decoding: outcome.output, as: UTF8.self)
    return String(line.prefix { $0 != "\n" })
  }
}
