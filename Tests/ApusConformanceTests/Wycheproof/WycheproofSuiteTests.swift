import ApusSerialization
import Testing

@testable import ApusConformance

/// Tests of the checker: a failing case is detected, and an unsupported one is named.
@Suite struct WycheproofSuiteTests {
  /// RFC 7748 section 6.1.
  private static let secret = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
  private static let x25519: JSON.Object = [
    "tcId": 1,
    "private": "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
    "public": "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
  ]

  private func run(
    _ schema: String, group: JSON.Object = ["curve": "curve25519"], file: JSON.Object = [:],
    _ test: JSON.Object, _ changes: JSON.Object = [:]
  ) throws -> (report: Report, choices: Choices) {
    var (test, group, document) = (test, group, file)
    for (key, value) in changes { test[key] = value }
    group["tests"] = [.object(test)]
    document["schema"] = .string(schema)
    document["testGroups"] = [.object(group)]
    var (report, choices) = (Report(), Choices())
    try WycheproofSuite.run(.object(document), file: "file", &report, &choices)
    return (report, choices)
  }

  private func agree(_ changes: JSON.Object) throws -> (report: Report, choices: Choices) {
    try run("xdh_comp_schema_v1.json", Self.x25519, changes)
  }

  @Test func `a valid Wycheproof case passes only with the listed output`() throws {
    let right = try agree(["result": "valid", "shared": .string(Self.secret)]).report
    #expect(right.counts == (1, 0, 0) && right.isSuccess)
    let wrong = try agree(["result": "valid", "shared": "4a5d"]).report
    #expect(wrong.counts == (0, 1, 0) && !wrong.isSuccess)
  }

  @Test func `an invalid Wycheproof case passes only if the input is rejected`() throws {
    let taken = try agree(["result": "invalid", "shared": .string(Self.secret)]).report
    #expect(taken.counts == (0, 1, 0))
    let refused = try agree(["result": "invalid", "shared": "", "public": "00"]).report
    #expect(refused.counts == (1, 0, 0))
  }

  @Test(arguments: [("Twist", true), ("ZeroSharedSecret", false), ("Unheard", true)])
  func `an acceptable Wycheproof case follows the rule for its flag`(flag: String, passes: Bool)
    throws
  {
    let (report, choices) = try agree([
      "result": "acceptable", "flags": [.string(flag)], "shared": .string(Self.secret),
    ])
    #expect(report.counts == (passes ? (1, 0, 0) : (0, 1, 0)))
    #expect(choices.lines.count == 1)
    #expect(choices.lines.allSatisfy { $0.contains("1 accepted \(flag) of file (") })
  }

  @Test func `an acceptable Wycheproof case fails with a different output`() throws {
    let report = try agree(["result": "acceptable", "flags": ["Unheard"], "shared": "00"]).report
    #expect(report.counts == (0, 1, 0))
  }

  @Test func `a Wycheproof case that violates its schema is an error`() throws {
    #expect(throws: CorpusError.self) { try agree(["result": "valid"]) }
    #expect(throws: CorpusError.self) { try agree(["result": "fine", "shared": ""]) }
    #expect(throws: CorpusError.self) { try agree(["result": "valid", "shared": "0g"]) }
  }

  @Test(arguments: [
    ("pbe_test_schema.json", "x", "schema pbe_test_schema.json"),
    ("aead_test_schema_v1.json", "AES-CCM", "algorithm AES-CCM"),
    ("ecdh_test_schema_v1.json", "secp224r1", "curve secp224r1"),
    ("ecdsa_verify_schema_v1.json", "secp256k1", "curve secp256k1"),
    ("eddsa_verify_schema_v1.json", "edwards448", "curve edwards448"),
    ("hkdf_test_schema_v1.json", "HKDF-SHA-1", "algorithm HKDF-SHA-1"),
    ("mac_test_schema_v1.json", "HMACSHA3-256", "algorithm HMACSHA3-256"),
    ("mlkem_test_schema.json", "ML-KEM-512", "parameter set ML-KEM-512"),
    ("pbkdf_test_schema.json", "PBKDF2-HMACSHA224", "algorithm PBKDF2-HMACSHA224"),
    ("rsassa_pss_verify_schema_v1.json", "SHA-224", "hash SHA-224"),
    ("xdh_comp_schema_v1.json", "curve448", "curve curve448"),
  ])
  func `an unsupported Wycheproof case is skipped by its name`(
    schema: String, name: String, reason: String
  ) throws {
    let name = JSON.Value.string(name)
    let group: JSON.Object = [
      "curve": name, "sha": name, "parameterSet": name, "publicKey": ["curve": name],
    ]
    let test: JSON.Object = ["tcId": 1, "result": "valid", "key": "", "iv": ""]
    let report = try run(schema, group: group, file: ["algorithm": name], test).report
    #expect(report.counts == (0, 0, 1) && !report.isSuccess)
    #expect(report.skipped.map(\.why) == [reason])
  }

  /// RFC 6070 has no vectors for SHA-384 and SHA-512; these were made with Python's hashlib.
  @Test(arguments: [
    ("PBKDF2-HMACSHA384", "c0e14f06e49e32d73f9f52ddf1d0c5c7"),
    ("PBKDF2-HMACSHA512", "867f70cf1ade02cff3752599a3a53dc4"),
  ])
  func `Wycheproof password cases pass for every supported hash function`(
    name: String, key: String
  ) throws {
    func run(_ changes: JSON.Object) throws -> Report {
      try self.run(
        "pbkdf_test_schema.json", file: ["algorithm": .string(name)],
        [
          "tcId": 1, "result": "valid", "password": "70617373776f7264", "salt": "73616c74",
          "iterationCount": 1, "dkLen": 16, "dk": .string(key),
        ], changes
      ).report
    }
    #expect(try run([:]).counts == (1, 0, 0))
    #expect(try run(["dk": "00"]).counts == (0, 1, 0))
    // A limit of the library is not a failure.
    let slow = try run(["iterationCount": 10_000_001])
    #expect(slow.counts == (0, 0, 1) && slow.skipped[0].why == "more than 10000000 iterations")
    let long = try run(["dkLen": 1025])
    #expect(long.counts == (0, 0, 1) && long.skipped[0].why == "more than 1024 bytes of key")
  }

  @Test func `a file that is not from Wycheproof is skipped`() throws {
    var (report, choices) = (Report(), Choices())
    try WycheproofSuite.run(["format": "http1-corpus/1"], file: "file", &report, &choices)
    #expect(report.counts == (0, 0, 1))
  }
}
