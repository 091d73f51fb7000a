import ApusSerialization
import ApusX509
import Testing

@testable import ApusConformance

/// Tests of the path checker: differences are detected, and intended ones are named.
@Suite struct LimboSuiteTests {
  private static func limbo(
    _ id: String, _ result: String = "FAILURE", _ changes: JSON.Object = [:]
  ) throws -> LimboCase {
    var value: JSON.Object = [
      "id": .string(id), "expected_result": .string(result), "validation_kind": "SERVER",
      "trusted_certs": [], "untrusted_intermediates": [], "peer_certificate": "none",
      "signature_algorithms": [], "key_usage": [], "extended_key_usage": [],
      "expected_peer_name": nil, "expected_peer_names": [], "validation_time": nil,
    ]
    for (key, change) in changes { value[key] = change }
    return try LimboCase(.object(value))
  }

  private static let accepted = LimboJudgement.accepted
  private static let refused = LimboJudgement.refused("some rule")

  @Test func `a certificate path case fails if the result is not the expected result`() throws {
    var tally = LimboTally(deviations: LimboTally.deviations)
    let wanted = try Self.limbo("some::case", "SUCCESS")
    #expect(tally.verdict(on: wanted, web: Self.accepted, default: Self.accepted) == .passed)
    #expect(
      tally.verdict(on: wanted, web: Self.refused, default: Self.accepted)
        == .failed("to be accepted: web refuses: some rule, default accepts"))
    let unwanted = try Self.limbo("some::case")
    #expect(
      tally.verdict(on: unwanted, web: Self.accepted, default: Self.refused)
        == .failed("to be refused: web accepts, default refuses: some rule"))
    #expect(tally.remarks.contains("web, core: 1 of 3"))
    #expect(tally.remarks.contains { $0.hasPrefix("default: 3 of 3") })
  }

  @Test func `different results of two trust profiles are listed with the two reasons`() throws {
    var tally = LimboTally(deviations: LimboTally.deviations)
    _ = tally.verdict(
      on: try Self.limbo("some::case"), web: Self.refused, default: .accepted)
    #expect(tally.remarks.contains("  some::case: default accepts, web refuses: some rule"))
  }

  @Test func `at most three certificate path cases deviate deliberately`() {
    #expect(LimboTally.deviations.count <= 3)
  }

  @Test(arguments: LimboTally.deviations.keys.sorted())
  func `a deliberate deviation counts neither as passed nor as failed`(_ id: String) throws {
    var tally = LimboTally(deviations: LimboTally.deviations)
    let isAcceptedHere = LimboTally.deviations[id]?.hasPrefix("accepted") == true
    let limbo = try Self.limbo(id, isAcceptedHere ? "FAILURE" : "SUCCESS")
    let answer = isAcceptedHere ? Self.accepted : Self.refused
    #expect(
      tally.verdict(on: limbo, web: answer, default: answer)
        == .skipped("deliberately different"))
    #expect(tally.remarks.contains("web, deliberately different: 1"))
    let right = isAcceptedHere ? Self.refused : Self.accepted
    #expect(tally.verdict(on: limbo, web: right, default: right) == .passed)
  }

  @Test func `a certificate path case is read completely, or skipped by name`()
    throws
  {
    let question = try Self.limbo(
      "some::case", "SUCCESS",
      [
        "validation_time": "2024-04-01T00:00:00.005+00:00", "max_chain_depth": 3,
        "extended_key_usage": ["serverAuth"], "key_usage": ["keyCertSign"],
        "expected_peer_name": ["kind": "DNS", "value": "example.com"],
      ]
    ).question
    #expect(question.moment?.secondsSinceEpoch == 1_711_929_600)
    #expect(question.depth == 3 && question.purposes == [.serverAuthentication])
    #expect(question.uses == .certificateSigning)
    #expect(throws: LimboCase.Unusable.self) {
      try Self.limbo("some::case", "SUCCESS", ["signature_algorithms": ["ED25519"]])
    }
    #expect(throws: CorpusError.self) {
      try Self.limbo("some::case", "SUCCESS", ["validation_time": "yesterday"])
    }
  }

  @Test func `a leaf certificate that cannot be parsed is rejected`() throws {
    let question = try Self.limbo("some::case").question
    let now = UnixTime(secondsSinceEpoch: 0)
    #expect(!LimboJudgement(question, .default, now: now).isAccepted)
  }
}
