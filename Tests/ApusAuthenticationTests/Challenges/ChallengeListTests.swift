import ApusHTTP
import Testing

@testable import ApusAuthentication

/// RFC 9110 section 11.6.1.
struct ChallengeListTests {
  private func texts(_ list: Authentication.ChallengeList) -> [String] {
    list.challenges.map { challenge in
      var words = ["\(challenge.scheme)"]
      if let token = challenge.token { words.append("<\(token)>") }
      return (words + challenge.parameters.map { "\($0.name)=\($0.value)" })
        .joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("Basic", ["Basic"]),
    ("Basic realm=a", ["Basic realm=a"]),
    ("Basic realm=\"a, b\"", ["Basic realm=a, b"]),
    ("bAsIc ReAlM=\"A\"", ["Basic realm=A"]),
    ("Basic realm=\"a\\\"b\\\\c\"", ["Basic realm=a\"b\\c"]),
    ("Basic realm = \"a\"", ["Basic realm=a"]),
    ("Basic realm=\"a\" , charset=\"UTF-8\"", ["Basic realm=a charset=UTF-8"]),
    ("Negotiate, NTLM", ["Negotiate", "NTLM"]),
    ("Negotiate YII+/-._~==", ["Negotiate <YII+/-._~==>"]),
    ("Negotiate a , Basic realm=\"x\"", ["Negotiate <a>", "Basic realm=x"]),
    (
      "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
      ["newauth realm=apps type=1 title=Login to \"apps\"", "Basic realm=simple"]
    ),
    (", , Basic realm=a,, Bearer ,", ["Basic realm=a", "Bearer"]),
    ("Bearer  realm=\"\"", ["Bearer realm="]), ("", []), (" ,\t", []),
  ])
  func `a word after a comma is a parameter if = follows, and otherwise a scheme`(
    field: String, expected: [String]
  ) {
    let list = Given.list(field)
    #expect(texts(list) == expected)
    #expect(list.faults == [])
  }

  @Test func `challenges of several fields are combined, separately for server and proxy`() {
    var fields = HTTP.Fields()
    fields.append("WWW-Authenticate", "Digest realm=\"a\", nonce=\"b\"")
    fields.append("Proxy-Authenticate", "Bearer")
    fields.append("www-authenticate", "Basic realm=\"a\"")
    #expect(
      texts(Authentication.ChallengeList(fields, by: .origin)) == [
        "Digest realm=a nonce=b", "Basic realm=a",
      ])
    #expect(texts(Authentication.ChallengeList(fields, by: .proxy)) == ["Bearer"])
  }

  @Test(arguments: [
    ("Digest realm=\"a\" nonce=\"b\", Basic realm=c", ["Basic realm=c"]),
    ("Digest realm=\"a\", nonce=, opaque=b, Basic realm=c", ["Basic realm=c"]),
    ("Digest realm=\"a\", @, opaque=b, Basic realm=c", ["Digest realm=a", "Basic realm=c"]),
    ("Basic realm=\"a\u{1}, b\", Bearer", ["Bearer"]),
    ("Basic realm=a, Bearer realm=\"b", ["Basic realm=a"]),
    ("Basic?, Bearer", ["Bearer"]), ("Basic @, Bearer", ["Bearer"]),
    ("Negotiate YII, a=b, Bearer", ["Bearer"]),
    ("Basic realm=\"a\\", []),
  ])
  func `an unreadable challenge is skipped and reported, and the next one is parsed`(
    field: String, expected: [String]
  ) {
    let list = Given.list(field)
    #expect(texts(list) == expected)
    #expect(list.faults.count == 1)
    guard case .malformed = list.faults.first else {
      Issue.record("\(list.faults)")
      return
    }
  }

  @Test func `a challenge with a repeated parameter is rejected`() {
    let list = Given.list("Basic realm=a, REALM=b, Bearer")
    #expect(texts(list) == ["Bearer"])
    #expect(list.faults == [.repeatedParameter("realm")])
  }

  @Test func `a challenge parameter before the first scheme is reported as an error`() {
    #expect(Given.list("realm=a, Basic").faults == [.parameterWithoutScheme(at: 0)])
    #expect(texts(Given.list("realm=a, Basic")) == ["Basic"])
    // A field does not go on where the one before has ended.
    let two = Given.list("Digest realm=a", "nonce=b")
    #expect(texts(two) == ["Digest realm=a"] && two.faults.count == 1)
  }

  @Test func `at most 16 challenges of a response are parsed`() {
    let limit = Authentication.ChallengeList.challengeLimit
    let all = Array(repeating: "Bearer", count: limit).joined(separator: ",")
    #expect(Given.list(all).challenges.count == limit && Given.list(all).faults == [])
    let more = Given.list(all, "Basic")
    #expect(more.challenges.count == limit)
    #expect(more.faults == [.tooManyChallenges(limit: limit)])
  }

  @Test func `a challenge with more than 32 parameters is rejected`() {
    let limit = Authentication.ChallengeList.parameterLimit
    let all = (0..<limit).map { "p\($0)=v" }.joined(separator: ",")
    #expect(Given.list("Digest " + all).challenges.first?.parameters.count == limit)
    let more = Given.list("Digest \(all), more=v, Basic")
    #expect(texts(more) == ["Basic"])
    #expect(more.faults == [.tooManyParameters(limit: limit)])
  }

  @Test func `a challenge field of more than 16 KiB is rejected`() {
    let limit = Authentication.ChallengeList.byteLimit
    let longest = "Basic realm=" + String(repeating: "a", count: limit - 12)
    #expect(Given.list(longest).challenges.count == 1)
    #expect(Given.list(longest + "a").challenges == [])
    #expect(Given.list(longest + "a").faults == [.tooLong(byteCount: limit + 1, limit: limit)])
  }

  @Test func `the number of recorded challenge errors is limited`() {
    let field = (0..<1_000).map { "a=\($0 % 2 == 0 ? "b" : "\"c\"") d" }.joined(separator: ", ")
    #expect(Given.list("Basic x=1, " + field).faults.count <= 16)
  }

  @Test func `the challenge parser accepts truncated or changed fields without a trap`() {
    let field = Array(
      "Digest realm=\"a\\\"b\", nonce=\"c\", qop=\"auth,auth-int\", Negotiate YII==, Basic x".utf8)
    for place in field.indices {
      var list = Authentication.ChallengeList()
      list.add(field.span.extracting(0..<place))
      for byte: UInt8 in [0, 0x20, 0x22, 0x2c, 0x3d, 0x5c, 0x61, 0xff] {
        var changed = field
        changed[place] = byte
        list.add(changed.span)
      }
      #expect(list.challenges.count <= Authentication.ChallengeList.challengeLimit)
    }
  }
}
