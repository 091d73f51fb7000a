import Glibc

/// A client that takes part, which runs in a separate process on the second core.
enum Party {
  case plainC
  /// Our session in tasks that run on its loop.
  case onLoop
  /// Our session in tasks of the global thread pool.
  case byDefault

  /// The resources that a client process has used.
  struct Use {
    let nanoseconds: Double
    /// The peak of the resident memory in MB.
    let megabytes: Double
  }

  /// The path of this program.
  static let ourselves = CommandLine.arguments[0]

  func perform(_ job: Job, at workplace: Workplace) throws -> Use {
    let isUpload = job.kind == .upload
    let port = "\(isUpload ? workplace.sinkPort : workplace.nginxPort)"
    let path = job.isBulk ? "large" : "small"
    let program =
      switch self {
      // The C client makes no difference between small and large files.
      case .plainC: [workplace.client, port, job.kind == .download ? "get" : job.kind.rawValue]
      case .onLoop: [Self.ourselves, "transport-loop", port, job.kind.rawValue]
      case .byDefault: [Self.ourselves, "transport-pool", port, job.kind.rawValue]
      }
    let words =
      program + ["\(job.connections)", "\(job.count)", path] + (isUpload ? [workplace.large] : [])
    let numbers = try Self.numbers(words, count: 2)
    return Use(nanoseconds: Double(numbers[0]), megabytes: Double(numbers[1]) / 1024)
  }

  /// Starts a program on the second core and returns the numbers that the program prints.
  static func numbers(_ words: [String], count: Int) throws -> [Int] {
    let outcome = try Command.run(["taskset", "-c", "1"] + words)
    let numbers = outcome.output.split { $0 == 0x20 || $0 == 0x0a }.compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard outcome.status == 0, numbers.count == count else {
      print(outcome.errors + String(decoding: outcome.output, as: UTF8.self))
      throw Peer.Failure.command(words.joined(separator: " "), status: outcome.status)
    }
    return numbers
  }

  /// Returns the processor time of one request by `wrk` in nanoseconds, or `nil` if `wrk` is not
  /// installed.
  static func wrk(_ connections: Int, at workplace: Workplace) throws -> Double? {
    let url = "http://127.0.0.1:\(workplace.nginxPort)/small"
    let outcome = try Command.run(
      ["taskset", "-c", "1", "wrk", "-t", "1", "-c", "\(connections)", "-d", "2s", url])
    let line = outcome.output.split(separator: 0x0a).first { line in
      // The line has the form "N requests in 2.00s, …MB read".
      String(decoding: line, as: UTF8.self).hasSuffix("read")
    }
    let digits = line?.drop { $0 == 0x20 }.prefix { $0 != 0x20 } ?? []
    guard outcome.status == 0, let count = Double(String(decoding: digits, as: UTF8.self)) else {
      return nil
    }
    return outcome.nanoseconds / count
  }
}
