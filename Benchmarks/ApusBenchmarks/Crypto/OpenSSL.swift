import Glibc

/// The program `openssl` as a child process on the processor core of this process.
enum OpenSSL {
  enum Failure: Error, CustomStringConvertible {
    case notInstalled
    case failed(command: String, status: Int32, errors: String)
    case unknownAnswer(command: String, answer: String)

    var description: String {
      switch self {
      case .notInstalled: "openssl is not installed: apt-get install openssl"
      case .failed(let command, let status, let errors):
        "`\(command)` ended with status \(status): \(errors)"
      case .unknownAnswer(let command, let answer): "`\(command)` answered: \(answer)"
      }
    }
  }

  /// Returns the name and version of the program `openssl`.
  static func version() throws -> String {
    text(try run(["version"])).split(separator: " ").prefix(2).joined(separator: " ")
  }

  /// Returns the number of bytes or operations per second of processor time. A line with two
  /// numbers yields the speed of signing and then of verifying.
  ///
  /// The last line of the machine-readable output has one of the following forms, and its first
  /// field determines the kind:
  ///
  ///     +F:22:AES-128-GCM:4593762304.00              bytes
  ///     +F2:2:2048:3979.000000:65834.000000          RSA
  ///     +F4:3:256:61196.969697:20781.000000          ECDSA
  ///     +F5:22:253:36767.676768:0.000027             ECDH, and the inverse
  ///     +F6:0:253:Ed25519:28564.000000:11822.000000
  static func speed(_ words: [String]) throws -> [Double] {
    let command = ["speed", "-mr", "-seconds", "1"] + words
    let answer = text(try run(command))
    let line = answer.split(separator: "\n").last ?? ""
    let fields = line.split(separator: ":")
    let figures = fields.suffix(2).compactMap { Double($0) }
    switch (fields.first, fields.count) {
    case ("+F", 4): return figures
    case ("+F5", 5): return Array(figures.prefix(1))
    case ("+F2", 5), ("+F4", 5), ("+F6", 6): return figures
    default:
      throw Failure.unknownAnswer(command: command.joined(separator: " "), answer: answer)
    }
  }

  /// Returns a new RSA private key as PKCS #1 in DER.
  static func makeRSAKey(bitCount: Int) throws -> [UInt8] {
    try run([
      "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bitCount)", "-outform", "DER",
    ])
  }

  private static func run(_ words: [String]) throws -> [UInt8] {
    let outcome = try Command.run(["openssl"] + words)
    guard outcome.status != ENOENT else { throw Failure.notInstalled }
    guard outcome.status == 0 else {
      throw Failure.failed(
        command: "openssl " + words.joined(separator: " "), status: outcome.status,
        errors: outcome.errors)
    }
    return outcome.output
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
