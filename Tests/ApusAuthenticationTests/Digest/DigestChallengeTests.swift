import ApusHTTP
import Testing

@testable import ApusAuthentication

/// RFC 7616 section 3.3.
struct DigestChallengeTests {
  @Test func `the parser reads all parameters of a Digest challenge`() throws {
    let challenge = try Given.digest(
      """
      realm="a b", nonce="n", opaque="o", qop="auth-int , auth", algorithm=sha-256-SESS, \
      stale=TRUE, userhash=true, charset=utf-8, domain="/a  http://b/c"
      """)
    #expect(challenge.realm == Array("a b".utf8) && challenge.nonce == Array("n".utf8))
    #expect(challenge.opaque == Array("o".utf8) && challenge.qualities == [.auth, .authInt])
    #expect(challenge.algorithm == .init(.sha256, hasSessionKey: true))
    #expect(challenge.isStale && challenge.hashesUser && challenge.isUTF8)
    #expect(challenge.domain == [Array("/a".utf8), Array("http://b/c".utf8)])
  }

  @Test func `a Digest challenge with only realm and nonce has the form of RFC 2069`() throws {
    let challenge = try Given.digest("realm=\"\", nonce=\"\"")
    #expect(challenge.algorithm == .init(.md5) && challenge.qualities == [])
    #expect(!challenge.isStale && !challenge.hashesUser && !challenge.isUTF8)
    #expect(challenge.opaque == nil && challenge.domain == [])
    let other = try Given.digest("realm=a, nonce=b, stale=false, userhash=no, charset=latin1")
    #expect(!other.isStale && !other.hashesUser && !other.isUTF8)
  }

  @Test(arguments: [
    ("nonce=b", AuthenticationError.missingParameter("realm", .digest)),
    ("realm=b", .missingParameter("nonce", .digest)),
    ("realm=a, nonce=b, algorithm=SHA-1", .unknownAlgorithm("SHA-1")),
    ("realm=a, nonce=b, algorithm=\"\"", .unknownAlgorithm("")),
    ("realm=a, nonce=b, algorithm=SHA-512", .unknownAlgorithm("SHA-512")),
    ("realm=a, nonce=b, qop=\"\"", .unknownQuality("")),
    ("realm=a, nonce=b, qop=\"auth-conf,token\"", .unknownQuality("auth-conf,token")),
    ("realm=a, nonce=b, algorithm=MD5-sess", .sessionKeyWithoutQuality),
  ])
  func `a Digest challenge with an unknown or missing parameter is rejected`(
    parameters: String, error: AuthenticationError
  ) {
    #expect(throws: error) { try Given.digest(parameters) }
  }

  @Test func `a Basic challenge is not parsed as a Digest challenge`() throws {
    let basic = try Given.challenge("Basic realm=a, nonce=b")
    #expect(throws: AuthenticationError.unknownScheme(.basic)) {
      try Authentication.DigestChallenge(basic)
    }
  }

  @Test func `at most 64 URLs of a Digest challenge's domain parameter are used`() throws {
    let domain = (0..<65).map { "/\($0)" }.joined(separator: " ")
    let challenge = try Given.digest("realm=a, nonce=b, domain=\"\(domain)\"")
    #expect(challenge.domain.count == 64 && challenge.domain.last == Array("/63".utf8))
  }

  @Test(arguments: [("MD5", "MD5"), ("sha-512-256", "SHA-512-256"), ("MD5-SESS", "MD5-sess")])
  func `a Digest algorithm is recognized in upper, lower and mixed case`(
    name: String, written: String
  ) {
    #expect(Authentication.DigestAlgorithm(named: Array(name.utf8))?.description == written)
  }
}
