import ApusX509
import Testing

/// RFC 6962 section 5.4.
@Suite struct TransparencyPolicyTests {
  private typealias Verdict = X509.TransparencyLogs.Verdict

  @Test func `a transparency policy requires timestamps of different logs and operators`() throws {
    let first = try LogSample("1", operatorName: "a").log
    let second = try LogSample("2", operatorName: "a").log
    let third = try LogSample("3", operatorName: "b").log
    let policy = X509.TransparencyPolicy()
    #expect(policy.isMet(by: [.valid(first), .valid(third)]))
    #expect(policy.isMet(by: [.wrongSignature, .valid(first), .unknownLog, .valid(third)]))
    let others: [[Verdict]] = [
      [], [.valid(first)], [.valid(first), .valid(first)], [.valid(first), .valid(second)],
      [.valid(first), .untrustedLog(third)], [.valid(first), .wrongSignature],
    ]
    for verdicts in others { #expect(!policy.isMet(by: verdicts)) }
    let three = X509.TransparencyPolicy(logCount: 3)
    #expect(!three.isMet(by: [.valid(first), .valid(third), .valid(third)]))
    #expect(three.isMet(by: [.valid(first), .valid(second), .valid(third)]))
  }
}
