import Glibc

/// A Go source of the `Peers` folder, which is compiled when the benchmarks run and started as a
/// child process.
final class Go {
  enum Failure: Error, CustomStringConvertible {
    case notInstalled
    case failed(command: String, status: Int32, errors: String)
    case unknownAnswer(String)

    var description: String {
      switch self {
      case .notInstalled: "go is not installed: apt-get install golang"
      case .failed(let command, let status, let errors):
        "`\(command)` ended with status \(status): \(errors)"
      case .unknownAnswer(let answer): "the peer printed: \(answer)"
      }
    }
  }

  private let program: String

  /// Compiles a Go source without downloading modules.
  init(source: String) throws {
    program = try Command.temporaryFolder() + "/peer"
    let build = ["go", "build", "-o", program, "\(Peer.folder)/\(source)"]
    _ = try Self.output(of: ["env", "GO111MODULE=off"] + build)
  }

  deinit { Command.removeTemporaryFolder(of: program) }

  /// Returns the version of the Go toolchain.
  static func version() throws -> String {
    try output(of: ["go", "version"]).split(separator: " ").dropFirst(2).first.map(String.init)
      ?? "?"
  }

  /// Returns the output of the compiled Go program.
  func output(_ words: [String]) throws -> String { try Self.output(of: [program] + words) }

  private static func output(of command: [String]) throws -> String {
    let outcome = try Command.run(command)
    guard outcome.status != ENOENT else { throw Failure.notInstalled }
    guard outcome.status == 0 else {
      throw Failure.failed(
        command: command.joined(separator: " "), status: outcome.status, errors: outcome.errors)
    }
    return String(decoding: outcome.output, as: UTF8.self)
  }
}
