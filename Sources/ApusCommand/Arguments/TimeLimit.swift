import ApusNet

/// A length of time as people type it for a timeout: seconds, perhaps with a fraction.
enum TimeLimit {
  static let expected = "seconds, as in 30 or 2.5"

  static func read(_ text: String) -> Duration? {
    let parts = text.utf8.split(separator: 0x2e, maxSplits: 1, omittingEmptySubsequences: false)
    guard 1...7 ~= parts[0].count, parts.count == 1 || 1...3 ~= parts[1].count,
      parts.allSatisfy({ $0.allSatisfy { $0 &- 0x30 < 10 } })
    else { return nil }
    let digits = parts.count == 1 ? [] : Array(parts[1])
    let padded = Array(parts[0]) + digits + [UInt8](repeating: 0x30, count: 3 - digits.count)
    // At most ten digits.
    let milliseconds = padded.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    return milliseconds > 0 ? .milliseconds(milliseconds) : nil
  }

  /// Makes a call that is cancelled when a deadline comes.
  static func run<Value: Sendable>(
    until deadline: Deadline, _ call: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard deadline != .never else { return try await call() }
    let loop = try EventLoop.shared()
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await call() }
      group.addTask {
        try await loop.sleep(until: deadline)
        return nil
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() ?? nil else {
        throw NetError.timedOut(.fileAccess, nil)
      }
      return value
    }
  }
}

/// The number of a port as people type it.
enum PortNumber {
  static func read(_ text: some StringProtocol) -> UInt16? {
    guard 1...5 ~= text.utf8.count, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      let port = UInt16(text), port > 0
    else { return nil }
    return port
  }
}
