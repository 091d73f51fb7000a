import ApusHTTP
import ApusNet
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The replacement of secrets, and its cost.
@Suite(.ownThread) struct SecretMatcherTests {
  private func matcher(_ secrets: [String]) -> SecretMatcher {
    var found = FoundSecrets()
    for secret in secrets { found.insert(Array(secret.utf8)) }
    return SecretMatcher(found)
  }

  @Test func `if several secrets begin at one place, the longest secret is replaced`() {
    let matcher = matcher(["abcdefgh1", "abcdefgh12345", "abcdefgh1234", "word7", "zzzzzzzz9"])
    for (text, clean) in [
      ("abcdefgh123456", "REDACTED6"), ("abcdefgh123", "REDACTED23"),
      ("abcdefgh", "abcdefgh"), ("abcdefgh1abcdefgh1", "REDACTEDREDACTED"),
      ("zzzzzzzzzzzzzzzz9z", "zzzzzzzzREDACTEDz"), ("word7", "REDACTED"), ("word77", "word77"),
      ("-word7-sword7", "-REDACTED-sword7"), ("", ""), ("abc", "abc"),
    ] {
      #expect(matcher.removed(from: text) == clean, "\(text)")
    }
  }

  @Test func `a matcher of 500 secrets finds each secret in a text`() {
    let secrets = (0..<500).map { "secret-\(String($0, radix: 36))-\($0 &* 7_919 % 10_007)" }
    let matcher = matcher(secrets)
    #expect(
      matcher.removed(from: secrets.joined(separator: " "))
        == secrets.map { _ in "REDACTED" }
        .joined(separator: " "))
  }

  @Test func `recording the thousandth exchange costs as much as recording the first`() async throws
  {
    /// The least processor time of three runs with that many exchanges that each set a cookie.
    ///
    /// The time of this thread alone does not depend on concurrent tests.
    func time(_ count: Int) throws -> UInt64 {
      let folder = try TemporaryFolder()
      var least = UInt64.max
      for _ in 0..<3 {
        let cassette = try HTTPSession.Cassette(file: "\(folder.path)/c.json")
        let start = apus_test_thread_nanoseconds()
        for number in 0..<count {
          var response = HTTP.Response(200, body: Array("body \(number)".utf8))
          response.headers.append(
            .setCookie, HTTP.FieldValue("sid=8Zq7wX\(number * 7_919)\(number); Path=/"))
          try cassette.record(
            .get(.reference("https://h/\(number)")), response, started: 0, milliseconds: 1)
        }
        least = min(least, apus_test_thread_nanoseconds() - start)
        #expect(cassette.exchanges.count == count)
      }
      return least
    }
    // Linear work takes about four times as long for four times the exchanges, quadratic sixteen.
    let (few, many) = (try time(60), try time(240))
    #expect(many < few * 10, "\(few) for 60, \(many) for 240")
  }
}
