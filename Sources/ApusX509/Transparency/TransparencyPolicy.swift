extension X509 {
  /// How many promises a certificate must have, and of how many operators.
  ///
  /// RFC 6962 section 5.4 leaves it to clients. Browsers ask for two, of different operators.
  public struct TransparencyPolicy: Hashable, Sendable {
    /// How many logs must have made a promise.
    public let logCount: Int
    /// How many different operators these logs must have.
    public let operatorCount: Int

    /// A policy; two of each by default.
    public init(logCount: Int = 2, operatorCount: Int = 2) {
      self.logCount = logCount
      self.operatorCount = operatorCount
    }

    /// Whether what came of all promises is enough; several of one log count once.
    public func isMet(by verdicts: [TransparencyLogs.Verdict]) -> Bool {
      var logs: Set<[UInt8]> = []
      var operators: Set<String> = []
      for case .valid(let log) in verdicts {
        logs.insert(log.id)
        operators.insert(log.operatorName)
      }
      return logs.count >= logCount && operators.count >= operatorCount
    }
  }
}
