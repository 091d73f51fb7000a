import ApusHTTP
import Testing

@testable import ApusAuthentication

/// RFC 9110 section 11.
struct AuthenticationTests {
  @Test func `a scheme has a name in any case`() {
    let names = ["BASIC", "bearer", "Digest", "ntlm", "NEGOTIATE", "Hoba"]
    #expect(
      names.map { Authentication.Scheme(Array($0.utf8).span) } == [
        .basic, .bearer, .digest, .ntlm, .negotiate, .other("hoba"),
      ])
  }

  @Test func `a proxy demands and is answered by fields and a status of its own`() {
    #expect(Authentication.Party.origin.status == 401 && Authentication.Party.proxy.status == 407)
    #expect(Authentication.Party.origin.answerField == "Authorization")
    #expect(Authentication.Party.proxy.answerField == "Proxy-Authorization")
    #expect(Authentication.Party.proxy.challengeField == "Proxy-Authenticate")
    #expect(Authentication.Party.proxy.infoField == "Proxy-Authentication-Info")
  }

  @Test(arguments: [
    ("/a/b?c/d", "/a/b"), ("/", "/"), ("http://a/b/c?d", "/b/c"), ("http://a", "/"),
    ("http://a?b/c", "/"), ("a.example:443", "/"), ("*", "/"), ("", "/"),
  ])
  func `the path is that of the target in any form`(target: String, path: String) {
    #expect(Authentication.RequestFacts(.get, target).path == Array(path.utf8))
  }

  @Test func `every reason has words that steer no terminal`() {
    let reasons: [AuthenticationError] = [
      .unknownAlgorithm("a\u{1b}[2J"), .unknownQuality("\n"), .unknownScheme(.other("\r")),
      .noUsableChallenge([.schemeRefused(.ntlm), .secretInClear(.basic)]),
      .malformedInfo(.repeatedParameter("\u{7}")),
    ]
    for reason in reasons {
      #expect(!reason.description.isEmpty)
      #expect(reason.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
    #expect(reasons[3].description.contains("NTLM") && reasons[3].description.contains("Basic"))
  }
}
