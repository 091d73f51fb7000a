import ApusHTTP
import Testing

@testable import ApusAuthentication

/// RFC 9110 section 11.
struct AuthenticationTests {
  @Test func `an authentication scheme is recognized in upper, lower and mixed case`() {
    let names = ["BASIC", "bearer", "Digest", "ntlm", "NEGOTIATE", "Hoba"]
    #expect(
      names.map { Authentication.Scheme(Array($0.utf8).span) } == [
        .basic, .bearer, .digest, .ntlm, .negotiate, .other("hoba"),
      ])
  }

  @Test func `proxy authentication uses the status code 407 and the Proxy fields`() {
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
  func `the URL path is parsed from every form of the request target`(target: String, path: String)
  {
    #expect(Authentication.RequestFacts(.get, target).path == Array(path.utf8))
  }

  @Test func `descriptions of authentication errors escape terminal control characters`() {
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
