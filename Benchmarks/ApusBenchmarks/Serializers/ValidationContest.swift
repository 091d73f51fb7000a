import ApusHTTP
import ApusSerialization
import ApusSession

/// The additional cost of response validation. A session sends GET requests for 10 KB with and
/// without validation in turn. The session runs on its loop in a separate process, and the server
/// is nginx.
enum ValidationContest {
  /// Runs all measurements and returns whether the bar was met.
  static func run() throws -> Bool {
    let workplace = try Workplace()
    let outcome = Result {
      try Party.numbers(
        [Party.ourselves, "validation-loop", "\(workplace.nginxPort)"], count: 4)
    }
    try workplace.close()
    let numbers = try outcome.get()
    print(
      """
      GET of 10 KB over \(connectionCount) connections, nanoseconds of processor:
        unjudged \(numbers[0]), judged by status and media type \(numbers[1]); \
      a verdict alone \(numbers[2])
      """)
    return Bar("times, to unjudged", at: Double(numbers[3]) / 10_000, atMost: 1.05).report()
  }

  /// Performs the work of the client process, which prints numbers.
  static func client(port: String) throws {
    let numbers = try Completion.wait { try await client("http://127.0.0.1:\(port)/") }
    print(numbers.map { "\($0)" }.joined(separator: " "))
  }

  private static let connectionCount = 64
  private static let turnCount = 101
  /// The number of requests on each connection in a turn.
  private static let roundCount = 20

  private static func client(_ base: String) async throws -> [Int] {
    let session = try HTTPSession(base) {
      $0.pool.connectionsPerHost = connectionCount
      // Only the response validation decides about the status code.
      $0.acceptedStatuses = .any
    }
    let validation = ResponseValidation(mediaTypes: ["application/json", "text/plain"])
    let response = try await session.send(.get("page"))
    precondition(validation.verdict(on: response).isValid && response.body.count == 10 << 10)
    var (plain, judged): ([Double], [Double]) = ([], [])
    for turn in -3..<turnCount {
      let times = (
        try await turnTime(session, nil), try await turnTime(session, validation)
      )
      guard turn >= 0 else { continue }
      plain.append(times.0)
      judged.append(times.1)
    }
    let ratio = Measurement.median(zip(judged, plain).map { $0 / $1 })
    let verdicts = 10_000
    var valid = 0
    let alone = Measurement.nanoseconds {
      for _ in 0..<verdicts where validation.verdict(on: response).isValid { valid += 1 }
    }
    precondition(valid == verdicts)
    return [
      Int(Measurement.median(plain)), Int(Measurement.median(judged)),
      Int(alone / Double(verdicts)), Int(ratio * 10_000),
    ]
  }

  /// Returns the processor time of a request.
  private static func turnTime(
    _ session: HTTPSession, _ validation: ResponseValidation?
  ) async throws -> Double {
    let start = ProcessUse.nanoseconds
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<connectionCount {
        group.addTask(executorPreference: session.executor) {
          for _ in 0..<roundCount {
            let response = try await session.send(.get("page"))
            let isValid = validation?.verdict(on: response).isValid ?? true
            precondition(isValid && response.body.count == 10 << 10, "another answer")
          }
        }
      }
      try await group.waitForAll()
    }
    return Double(ProcessUse.nanoseconds - start) / Double(connectionCount * roundCount)
  }
}
