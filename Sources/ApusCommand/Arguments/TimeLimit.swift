import ApusNet

/// A duration that the user types as the value of a timeout: a number, optionally with a fraction
/// and a unit.
///
///     time = 1*7DIGIT [ "." 1*3DIGIT ] [ "ms" / "s" / "m" / "h" ]
enum TimeLimit {
  static let expected =
    "a number of seconds, or a number with the unit ms, s, m or h, as in 30, 2.5 or 500ms"

  private static let units: [(String, Int64)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000),
  ]

  static func read(_ text: String) -> Duration? {
    var digits = Array(text.utf8)[...]
    var unit: Int64 = 1000
    if let (name, milliseconds) = units.first(where: { digits.hasSuffix($0.0) }) {
      digits = digits.dropLast(name.utf8.count)
      unit = milliseconds
    }
    let parts = digits.split(separator: 0x2e, maxSplits: 1, omittingEmptySubsequences: false)
    guard 1...7 ~= parts[0].count, parts.count == 1 || 1...3 ~= parts[1].count,
      parts.allSatisfy({ $0.allSatisfy { $0 &- 0x30 < 10 } })
    else { return nil }
    let fraction = parts.count == 1 ? [] : Array(parts[1])
    let padded = Array(parts[0]) + fraction + [UInt8](repeating: 0x30, count: 3 - fraction.count)
    // The number has at most ten digits, so the product has at most seventeen digits and does not
    // overflow.
    let thousandths = padded.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    let milliseconds = thousandths * unit / 1000
    return milliseconds > 0 ? .milliseconds(milliseconds) : nil
  }

  /// Returns a duration as a number of seconds with a fraction.
  static func seconds(_ time: Duration) -> String {
    let milliseconds = time.microseconds / 1000
    let fraction = String(milliseconds % 1000 + 1000).dropFirst()
    return "\(milliseconds / 1000).\(fraction)"
  }

  /// Runs an asynchronous call, and cancels the call at a deadline.
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

/// A parser for a port number on the command line.
enum PortNumber {
  static func read(_ text: some StringProtocol) -> UInt16? {
    guard 1...5 ~= text.utf8.count, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }),
      let port = UInt16(text), port > 0
    else { return nil }
    return port
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether the bytes end with the UTF-8 bytes of a text.
  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}

extension Duration {
  /// The duration as a number of microseconds.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
