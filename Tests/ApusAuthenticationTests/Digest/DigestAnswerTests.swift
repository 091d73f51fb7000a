import ApusHTTP
import Testing

@testable import ApusAuthentication

/// RFC 7616 section 3.5.
struct DigestAnswerTests {
  private static let proof = "235c98d5775da34192ab2e1033ab63ac21178614a25c6e9602faa8a07d9c6480"
  private static let proofOfContent =
    "219e21408fb89202a76514ee5715bc5b9a68fc4ee3bcf42973f8c1f44259e926"
  private static let oldProof = "3e33a413c137f8f5b42395f2af6345ca6a179a853112624f1b22627c57ec7490"

  private func answer(
    _ parameters: String = "qop=auth, "
  ) throws -> Authentication.DigestAnswer {
    var session = try Given.session(parameters + "realm=r, nonce=n1, algorithm=SHA-256")
    return try session.next(.init(.get, "/x"), clientNonce: Array("c1".utf8))
  }

  @Test(arguments: [
    "rspauth=\"\(proof)\"", "rspauth=\"\(proof)\", qop=auth, nc=00000001, cnonce=\"c1\"",
    "nextnonce=\"n2\" , rspauth=\(proof)",
  ])
  func `a correct server proof in Authentication-Info is accepted`(info: String) throws {
    #expect(try answer().check(Given.info(info)) == .proven)
    #expect(try answer().check(Given.info(info), content: []) == .proven)
  }

  @Test(arguments: [
    "rspauth=\"\"", "rspauth=\"\(proof)0\"", "rspauth=\"\(proof.dropLast())1\"",
    "rspauth=\"\(proof)\", cnonce=\"c2\"", "rspauth=\"\(proof)\", nc=00000002",
    "rspauth=\"\(oldProof)\"",
  ])
  func `a wrong server proof in Authentication-Info throws an error`(info: String) throws {
    #expect(throws: AuthenticationError.wrongServerProof) {
      try answer().check(Given.info(info))
    }
  }

  @Test func `a response without a server proof does not throw an error`() throws {
    #expect(try answer().check(Given.info("nextnonce=a")) == .notSaid)
  }

  @Test func `a server proof with auth-int is not checked without the response content`() throws {
    let info = try Given.info("rspauth=\"\(Self.proofOfContent)\", qop=auth-int")
    #expect(try answer().check(info) == .notChecked)
    #expect(try answer().check(info, content: Array("body".utf8)) == .proven)
    #expect(throws: AuthenticationError.wrongServerProof) {
      try answer().check(info, content: Array("other".utf8))
    }
    // If the server does not name a quality, it is that of the request.
    let silent = try Given.info("rspauth=\"\(Self.proofOfContent)\"")
    #expect(try answer("qop=auth-int, ").check(silent, content: Array("body".utf8)) == .proven)
  }

  @Test func `a server proof in the form of RFC 2069 is checked without a nonce count`() throws {
    #expect(try answer("").check(Given.info("rspauth=\(Self.oldProof)")) == .proven)
  }

  @Test func `an origin server and a proxy have separate authentication info fields`() throws {
    let fields: HTTP.Fields = [
      "Authentication-Info": "nextnonce=\"a\"", "Proxy-Authentication-Info": "nextnonce=\"b\"",
    ]
    let origin = try Authentication.AuthenticationInfo(fields, by: .origin)
    let proxy = try Authentication.AuthenticationInfo(fields, by: .proxy)
    #expect(origin?.nextNonce == [0x61] && proxy?.nextNonce == [0x62])
    #expect(try Authentication.AuthenticationInfo([:], by: .origin) == nil)
  }

  @Test(arguments: ["nextnonce", "nextnonce=\"a", "a=b c=d", "a=b, a=c", "=", "qop=other"])
  func `an unreadable Authentication-Info field throws an error`(info: String) {
    #expect(throws: AuthenticationError.self) { try Given.info(info) }
  }

  @Test func `an Authentication-Info field of more than 16 KiB is rejected`() {
    let limit = Authentication.ChallengeList.byteLimit
    let longest = "nextnonce=" + String(repeating: "a", count: limit - 10)
    #expect(throws: Never.self) { try Given.info(longest) }
    #expect(
      throws: AuthenticationError.malformedInfo(.tooLong(byteCount: limit + 1, limit: limit))
    ) { try Given.info(longest + "a") }
  }
}
