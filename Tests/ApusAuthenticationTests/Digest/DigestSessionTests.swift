import ApusBytes
import ApusHTTP
import Testing

@testable import ApusAuthentication

/// RFC 7616 section 3.4.
struct DigestSessionTests {
  private let request = Authentication.RequestFacts(.get, "/x")

  /// The parameters of the next answer, with the client's nonce `c1`.
  private func next(
    _ session: inout Authentication.DigestSession, _ request: Authentication.RequestFacts? = nil
  ) throws -> Authentication.Challenge {
    let answer = try session.next(request ?? self.request, clientNonce: Array("c1".utf8))
    #expect(answer.value.isSensitive)
    return try Given.parameters(of: answer.value)
  }

  @Test func `the Digest example of RFC 2617 gives the published response`() throws {
    var session = try Given.session(
      """
      realm="testrealm@host.com", qop="auth,auth-int", \
      nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"
      """, user: "Mufasa", password: "Circle Of Life")
    let answer = try session.next(
      .init(.get, "/dir/index.html"), clientNonce: Array("0a4f113b".utf8))
    #expect(
      String(decoding: answer.value.bytes, as: UTF8.self) == """
        Digest username="Mufasa", realm="testrealm@host.com", uri="/dir/index.html", \
        nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", nc=00000001, cnonce="0a4f113b", qop=auth, \
        response="6629fae49393a05397450978507c4ef1", opaque="5ccc069c403ebaf9f0171e9517f40e41"
        """)
  }

  @Test func `the Digest example of RFC 7616 with a hashed name matches its erratum`() throws {
    var session = try Given.session(
      """
      realm="api@example.org", qop="auth", algorithm=SHA-512-256, \
      nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", charset=UTF-8, userhash=true
      """, user: "J\u{e4}s\u{f8}n Doe", password: "Secret, or not?")
    let answer = try Given.parameters(
      of: session.next(
        .init(.get, "/doe.json"),
        clientNonce: Array("NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v".utf8)
      ).value)
    #expect(
      answer["username"]?.value
        == "793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b")
    #expect(
      answer["response"]?.value
        == "3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5")
    #expect(answer["userhash"]?.value == "true" && answer["algorithm"]?.value == "SHA-512-256")
  }

  @Test func `a Digest response in the form of RFC 2069 has no nonce count and no cnonce`() throws {
    var session = try Given.session("realm=r, nonce=n")
    let answer = try next(&session)
    #expect(answer["nc"] == nil && answer["cnonce"] == nil && answer["qop"] == nil)
    #expect(answer["algorithm"] == nil && answer["opaque"] == nil && answer["userhash"] == nil)
    #expect(answer["response"] != nil)
  }

  @Test func `each Digest response increases the nonce count by one`() throws {
    var session = try Given.session("realm=r, nonce=n, qop=auth")
    var counts: [String?] = []
    for _ in 0..<17 { counts.append(try next(&session)["nc"]?.value) }
    #expect(counts.first == "00000001" && counts[9] == "0000000a" && counts.last == "00000011")
    #expect(Set(counts).count == 17)
  }

  @Test func `a Digest nonce count at its maximum throws an error`() throws {
    var session = try Given.session("realm=r, nonce=n, qop=auth")
    session.requestCount = .max - 1
    #expect(try next(&session)["nc"]?.value == "ffffffff")
    #expect(throws: AuthenticationError.nonceExhausted) { try next(&session) }
  }

  @Test func `a new nonce of the server restarts the nonce count, an equal nonce does not`() throws
  {
    var session = try Given.session("realm=r, nonce=n1, qop=auth")
    _ = try next(&session)
    session.heed(try Given.info("nextnonce=\"n1\""))
    #expect(try next(&session)["nc"]?.value == "00000002")
    session.heed(try Given.info("nextnonce=\"n2\""))
    let answer = try next(&session)
    #expect(answer["nc"]?.value == "00000001" && answer["nonce"]?.value == "n2")
    session.heed(try Given.info("qop=auth"))
    #expect(try next(&session)["nc"]?.value == "00000002")
  }

  @Test func `a Digest session key depends on the first server nonce and client nonce`() throws {
    var session = try Given.session("realm=r, nonce=n1, qop=auth, algorithm=SHA-256-sess")
    #expect(
      try next(&session)["response"]?.value
        == "908a7470db36501038ef30929dcb5769b9fcec46f0a2e5a37508184f005a2b82")
    // Another client nonce would be another key for servers that compute it again.
    let second = try Given.parameters(of: session.next(request, clientNonce: [0x78]).value)
    #expect(second["cnonce"]?.value == "c1")
    #expect(
      second["response"]?.value
        == "c3497c3da9f89f16341b197378597bc76d9932b937f00e6f6ad7b2a54d9988cd")
    session.heed(try Given.info("nextnonce=\"n2\""))
    #expect(
      try next(&session)["response"]?.value
        == "e7ec2fe49a199d4c808356849401615a3a3526e7ab585f0ef060270281a08f90")
  }

  @Test func `a Digest response with auth-int covers the request content`() throws {
    var session = try Given.session("realm=r, nonce=n1, qop=\"auth-int\", algorithm=SHA-256")
    let post = Authentication.RequestFacts(.post, "/x", content: .bytes(Array("hello".utf8)))
    let answer = try next(&session, post)
    #expect(answer["qop"]?.value == "auth-int")
    #expect(
      answer["response"]?.value
        == "38558abec8cc3c51fd74a32f34e58657f5c4bf50a04939103b82b40ec571c73d")
  }

  @Test(arguments: [
    Authentication.RequestFacts.Content.replayable, .stream(isSpent: false),
    .stream(isSpent: true),
  ])
  func `a Digest response with auth-int fails if the content is not in memory`(
    content: Authentication.RequestFacts.Content
  ) throws {
    var session = try Given.session("realm=r, nonce=n, qop=auth-int")
    let post = Authentication.RequestFacts(.post, "/", content: content)
    #expect(throws: AuthenticationError.contentNotHashable) { try next(&session, post) }
    #expect(session.requestCount == 0)
    var either = try Given.session("realm=r, nonce=n, qop=\"auth-int, auth\"")
    #expect(try next(&either, post)["qop"]?.value == "auth")
  }

  @Test(arguments: ["/a?b=\"c\"", "http://a.example/b", "a.example:443", "*"])
  func `the uri parameter of a Digest response is the request target as sent`(target: String) throws
  {
    var session = try Given.session("realm=r, nonce=n, qop=auth")
    #expect(try next(&session, .init(.get, target))["uri"]?.value == target)
  }

  @Test func `quotes and backslashes in Digest parameters are escaped`() throws {
    var session = try Given.session(
      "realm=\"a \\\"b\\\" \\\\c\", nonce=\"\\\"\", opaque=\"\\\\\"", user: "d\"\\e")
    let value = try session.next(request, using: Given.Random()).value
    let text = String(decoding: value.bytes, as: UTF8.self)
    #expect(text.contains("username=\"d\\\"\\\\e\", realm=\"a \\\"b\\\" \\\\c\""))
    #expect(text.contains("nonce=\"\\\"\"") && text.contains("opaque=\"\\\\\""))
    // The hash is of the text inside the quotes.
    var plain = try Given.session("realm=r, nonce=n", user: "a\"b")
    var escaped = try Given.session("realm=\"\\r\", nonce=\"\\n\"", user: "a\"b")
    #expect(try next(&plain)["response"] == next(&escaped)["response"])
  }

  @Test func `a non-ASCII user name is sent as username* if the server supports UTF-8`() throws {
    let user = "J\u{e4}s"
    var extended = try Given.session("realm=r, nonce=n, charset=UTF-8", user: user)
    let answer = try next(&extended)
    #expect(answer["username*"]?.value == "UTF-8''J%C3%A4s" && answer["username"] == nil)
    var quoted = try Given.session("realm=r, nonce=n", user: user)
    #expect(try next(&quoted)["username"]?.bytes == Array(user.utf8))
    var plain = try Given.session("realm=r, nonce=n, charset=UTF-8")
    #expect(try next(&plain)["username"]?.value == "user")
  }

  @Test(arguments: ["", "charset=UTF-8, ", "userhash=true, "])
  func `a Digest user name with a control character is rejected in every form`(parameters: String)
    throws
  {
    for user in ["a\nb", "\u{e9}\r"] {
      var session = try Given.session(parameters + "realm=r, nonce=n", user: user)
      #expect(throws: AuthenticationError.controlCharacter) { try next(&session) }
    }
    var session = try Given.session("realm=r, nonce=n")
    #expect(throws: AuthenticationError.controlCharacter) {
      try next(&session, .init(.get, "/\r\nX: y"))
    }
  }

  @Test func `the client nonce is random, and a failed random source throws an error`() throws {
    var session = try Given.session("realm=r, nonce=n, qop=auth")
    func clientNonce(_ byte: UInt8) throws -> String? {
      let answer = try session.next(request, using: Given.Random(byte: byte))
      return try Given.parameters(of: answer.value)["cnonce"]?.value
    }
    #expect(try clientNonce(0) == String(repeating: "A", count: 22))
    #expect(try clientNonce(0xff) == String(repeating: "_", count: 21) + "w")
    #expect(throws: AuthenticationError.randomness(.unavailable(errno: 38))) {
      try session.next(request, using: Given.NoRandom())
    }
    #expect(session.requestCount == 2)
  }
}
