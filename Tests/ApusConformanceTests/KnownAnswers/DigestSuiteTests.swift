import ApusSerialization
import Testing

@testable import ApusConformance

/// The judge judged: an answer that is not the expected one is seen.
struct DigestSuiteTests {
  private static let example: JSON.Object = [
    "id": "rfc2617", "user": "Mufasa", "password": "Circle Of Life", "method": "GET",
    "uri": "/dir/index.html", "qop": "auth", "nc": "00000001", "cnonce": "0a4f113b",
    "challenge": [
      "value": """
      Digest realm="testrealm@host.com", qop="auth", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"
      """
    ],
    "response": "6629fae49393a05397450978507c4ef1",
  ]

  private func counts(
    _ key: String, _ value: JSON.Value
  ) throws -> (passed: Int, failed: Int, skipped: Int) {
    var object = Self.example
    object[key] = value
    var report = Report()
    try DigestSuite.judge(["cases": [.object(object)]], into: &report)
    return report.counts
  }

  @Test func `a Digest case with the right response passes`() throws {
    #expect(try counts("source", "RFC 2617") == (1, 0, 0))
  }

  @Test(
    arguments: [
      ("response", "0"), ("user", "other"), ("password", "other"), ("method", "HEAD"),
      ("uri", "/"), ("nc", "00000002"), ("cnonce", "0"), ("qop", "auth-int"), ("userhash", "0"),
      ("challenge", ["value": "Digest realm=a, nonce=b, algorithm=other"]),
      ("challenge", ["value": "Basic realm=a"]), ("challenge", ["value": "Digest \""]),
    ] as [(String, JSON.Value)])
  func `a Digest case with a wrong response fails`(key: String, value: JSON.Value) throws {
    #expect(try counts(key, value) == (0, 1, 0))
  }

  @Test(arguments: ["id", "response", "user", "password", "method", "uri", "challenge"])
  func `an incomplete Digest case is an error`(key: String) {
    #expect(throws: CorpusError.self) { try counts(key, .null) }
  }

  @Test func `a Digest case with an invalid nonce count is an error`() {
    #expect(throws: CorpusError.self) { try counts("nc", "0") }
    #expect(throws: CorpusError.self) { try counts("nc", "x") }
  }
}
