import ApusNet
import ApusSerialization
import TestSupport
import Testing

@testable import ApusConformance

/// Foreign paths in limbo's form, in files of several and in files of one.
@Suite struct ChainsSuiteTests {
  private static let fixtures =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fixtures/"

  /// A server of a private authority, whose serial number of zero the web profile refuses.
  private static func path(_ id: String, _ result: String) throws -> JSON.Value {
    func pem(_ name: String) throws -> JSON.Value {
      .string(
        String(decoding: try Files.contents(of: fixtures + "chains/" + name), as: UTF8.self))
    }
    return .object([
      "id": .string(id), "expected_result": .string(result), "validation_kind": "SERVER",
      "trusted_certs": [try pem("private-ca.pem")], "untrusted_intermediates": [],
      "peer_certificate": try pem("private-server.pem"), "signature_algorithms": [],
      "key_usage": [], "extended_key_usage": [], "expected_peer_names": [],
      "expected_peer_name": ["kind": "DNS", "value": "db.internal.example"],
      "validation_time": "2026-11-23T00:00:00Z",
    ])
  }

  private static func report(_ documents: [String: JSON.Value]) throws -> Report {
    let folder = try TemporaryFolder()
    for (name, document) in documents { _ = try folder.write(document.bytes(), to: name) }
    return try ChainsSuite.run(
      files: try Conformance.files(of: ChainsSuite.self, at: [folder.path]).sorted())
  }

  @Test func `a folder of certificate paths is verified, with one or more files per path`() throws {
    let several = JSON.Value.object([
      "version": 1,
      "testcases": .array([try Self.path("a", "FAILURE"), try Self.path("b", "SUCCESS")]),
    ])
    let report = try Self.report([
      "1.json": several, "2.json": try Self.path("c", "FAILURE"), "3.json": ["other": "data"],
    ])
    #expect(report.counts == (passed: 2, failed: 1, skipped: 1))
    #expect(report.cases.map(\.id).prefix(3) == ["a", "b", "c"])
    guard case .failed(let why) = report.cases[1].verdict else {
      Issue.record("a path that is refused is expected to be believed")
      return
    }
    #expect(why.contains("web refuses") && why.contains("serial number"))
    #expect(why.hasSuffix("default accepts"))
    #expect(report.remarks.contains("web, core: 2 of 3"))
    #expect(report.remarks.contains("default: 1 of 3; where it differs from web:"))
  }

  @Test func `a certificate path from a folder is never treated as a known deviation`() throws {
    let name = try #require(LimboTally.deviations.keys.min())
    let report = try Self.report(["1.json": try Self.path(name, "SUCCESS")])
    #expect(report.counts == (passed: 0, failed: 1, skipped: 0))
  }

  @Test func `a certificate path without a leaf or an expected result is invalid`() throws {
    var value = try Self.path("a", "MAYBE")
    #expect(throws: CorpusError.self) { try Self.report(["1.json": value]) }
    value = .object(["version": 1, "testcases": [["id": "a"]]])
    #expect(throws: CorpusError.self) { try Self.report(["1.json": value]) }
  }
}
