import ApusHTTP
import Testing

@testable import ApusAuthentication

/// The decisions about challenges in one request: RFC 9110 section 11 and RFC 7616 section 3.7.
struct AttemptsTests {
  private typealias Attempts = Authentication.Attempts

  private let request = Authentication.RequestFacts(.get, "/a/b")
  private let basic = Given.list("Basic realm=r")
  private let digest = Given.list("Digest realm=r, nonce=n, qop=auth")

  /// A store with one credential for all of a server.
  private func store(
    _ credential: Authentication.Credential = Given.credential(),
    for url: String = "https://a.example/", _ party: Authentication.Party = .origin
  ) throws -> Authentication.CredentialStore {
    var store = Authentication.CredentialStore()
    store.set(credential, for: try Given.server(url, party))
    return store
  }

  private func decide(
    _ list: Authentication.ChallengeList, by attempts: inout Attempts,
    _ store: inout Authentication.CredentialStore,
    _ content: Authentication.RequestFacts.Content = .bytes([])
  ) -> Attempts.Decision {
    var request = request
    request.content = content
    return attempts.decide(list, request, &store, using: Given.Random())
  }

  /// The decision about the first response, with a credential at hand or without.
  private func first(
    _ list: Authentication.ChallengeList, at url: String = "https://a.example/",
    inClear: Bool = false, has: Bool = true,
    _ content: Authentication.RequestFacts.Content = .bytes([])
  ) throws -> Attempts.Decision {
    var store = has ? try store(for: url) : Authentication.CredentialStore()
    var attempts = Attempts(at: try Given.server(url), allowsSecretsInClear: inClear)
    return decide(list, by: &attempts, &store, content)
  }

  @Test func `a stored credential answers a challenge in the server's or proxy's field`() throws {
    let answer = try #require(try first(basic).answer)
    #expect(answer.field.name == "Authorization" && answer.text == "Basic dXNlcjpwYXNzd29yZA==")
    #expect(answer.field.value.isSensitive && !answer.isPreemptive)
    var store = try store(for: "http://p:8080/", .proxy)
    var attempts = Attempts(at: try Given.server("http://p:8080/", .proxy))
    let proxied = try #require(decide(digest, by: &attempts, &store).answer)
    #expect(proxied.field.name == "Proxy-Authorization" && proxied.text.contains("Digest "))
  }

  @Test func `the client answers the strongest challenge, or the first of equal strength`() throws {
    func answered(_ field: String) throws -> String? {
      try first(Given.list(field)).answer.map {
        let parameters = try Given.parameters(of: $0.field.value)
        return "\(parameters.scheme) \(parameters["algorithm"]?.value ?? "-")"
      }
    }
    let (md5, sha256) = ("Digest realm=r,nonce=n", "Digest realm=r,nonce=n,algorithm=SHA-256")
    let sha512 = "Digest realm=r,nonce=n,algorithm=SHA-512-256"
    #expect(try answered("Basic realm=r, \(md5)") == "Digest -")
    #expect(try answered("\(md5), \(sha256), Basic realm=r") == "Digest SHA-256")
    #expect(try answered("\(sha256), \(sha512), \(md5)") == "Digest SHA-512-256")
    #expect(
      try answered("\(sha256)-sess,qop=auth, \(sha256),qop=auth") == "Digest SHA-256-sess")
    #expect(try answered("Digest realm=r, nonce=n, algorithm=X, \(md5)") == "Digest -")
  }

  @Test(arguments: [
    ("NTLM", AuthenticationError.schemeRefused(.ntlm)),
    ("Negotiate YII=", .schemeRefused(.negotiate)),
    ("Hoba a=b", .unknownScheme(.other("hoba"))),
    ("Digest realm=r, nonce=n, algorithm=X", .unknownAlgorithm("X")),
    ("", .noChallenge), ("Basic realm=\"", .noChallenge),
    (
      "NTLM, Digest realm=r",
      .noUsableChallenge([.schemeRefused(.ntlm), .missingParameter("nonce", .digest)])
    ),
  ])
  func `each challenge that cannot be answered has its own error`(
    field: String, reason: AuthenticationError
  ) throws {
    #expect(try first(Given.list(field)).reason == reason)
    #expect(try first(Given.list(field), has: false).reason == reason)
  }

  @Test func `Basic and Bearer are sent over plain HTTP only if explicitly allowed`() throws {
    let url = "http://a.example/"
    let bearer = Given.list("Bearer")
    #expect(try first(basic, at: url).reason == .secretInClear(.basic))
    #expect(try first(bearer, at: url).reason == .secretInClear(.bearer))
    #expect(try first(basic, at: url, inClear: true).answer != nil)
    #expect(try first(digest, at: url).answer != nil)
    #expect(try first(bearer).question != nil)
  }

  @Test func `a request whose content stream was consumed is not sent again`() throws {
    #expect(try first(basic, .stream(isSpent: true)).reason == .contentSpent)
    #expect(try first(basic, .stream(isSpent: false)).answer != nil)
    #expect(try first(basic, .replayable).answer != nil)
  }

  @Test func `a Digest challenge with auth-int fails if the content is not in memory`() throws {
    let hashing = "Digest realm=r, nonce=n, qop=auth-int"
    let stream = Authentication.RequestFacts.Content.stream(isSpent: false)
    #expect(try first(Given.list(hashing), stream).reason == .contentNotHashable)
    #expect(
      try first(Given.list(hashing + ", Basic realm=r"), stream).answer?.space.scheme == .basic)
  }

  @Test func `the client requests a missing credential for the strongest challenge`() throws {
    var store = Authentication.CredentialStore()
    var attempts = Attempts(at: try Given.server())
    let all = Given.list("Bearer, Basic realm=r, Digest realm=r, nonce=n")
    let question = try #require(decide(all, by: &attempts, &store).question)
    #expect(question.challenges.map(\.scheme) == [.digest, .bearer, .basic])
    #expect(question.spaces.map(\.scheme) == [.digest, .bearer, .basic])
    #expect(question.refusalCount == 0)
    func answer(_ credential: Authentication.Credential) -> Attempts.Decision {
      attempts.answer(question, with: credential, request, &store, using: Given.Random())
    }
    #expect(answer(Given.credential()).answer?.space.scheme == .digest)
    let token = try Authentication.Credential.token(Authentication.Secret("t"))
    #expect(answer(token).answer?.text == "Bearer t")
    let other = decide(Given.list("Bearer realm=x"), by: &attempts, &store).question
    let mismatch = attempts.answer(
      try #require(other), with: Given.credential(), request, &store, using: Given.Random())
    #expect(mismatch.reason == .credentialMismatch(.bearer))
  }

  @Test func `a rejected credential is not sent again during the request`() throws {
    var store = try store()
    var attempts = Attempts(at: try Given.server())
    #expect(decide(basic, by: &attempts, &store).answer != nil)
    let question = try #require(decide(basic, by: &attempts, &store).question)
    #expect(question.refusalCount == 1)
    let again = attempts.answer(
      question, with: Given.credential(), request, &store, using: Given.Random())
    #expect(again.reason == .credentialRefused)
    // The next request still knows it; a credential that is set again is tried again.
    var later = Attempts(at: try Given.server())
    #expect(decide(basic, by: &later, &store).question != nil)
    store.set(Given.credential("user", "other"), for: try Given.server())
    #expect(decide(basic, by: &later, &store).answer != nil)
  }

  @Test func `a password that was rejected in a Digest response is not sent with Basic`() throws {
    var store = try store()
    let both = Given.list("Digest realm=r, nonce=n, Basic realm=r")
    var attempts = Attempts(at: try Given.server())
    #expect(decide(both, by: &attempts, &store).answer?.space.scheme == .digest)
    let question = try #require(decide(both, by: &attempts, &store).question)
    let again = attempts.answer(
      question, with: Given.credential(), request, &store, using: Given.Random())
    #expect(again.reason == .credentialRefused)
    var later = Attempts(at: try Given.server())
    #expect(decide(both, by: &later, &store).question != nil)
  }

  @Test func `a request sends at most two Authorization fields for a protection space`()
    throws
  {
    var store = try store()
    var attempts = Attempts(at: try Given.server())
    func stale(_ nonce: String) -> Authentication.ChallengeList {
      Given.list("Digest realm=r, nonce=\(nonce), stale=true")
    }
    #expect(decide(digest, by: &attempts, &store).answer != nil)
    #expect(decide(stale("n2"), by: &attempts, &store).answer?.text.contains("\"n2\"") == true)
    #expect(decide(stale("n3"), by: &attempts, &store).reason == .tooManyAnswers(limit: 2))
    let other = Given.list("Digest realm=s, nonce=n")
    #expect(decide(other, by: &attempts, &store).answer != nil)
  }

  @Test func `a challenge with stale=true does not reject the credential`() throws {
    var store = try store()
    var attempts = Attempts(at: try Given.server())
    _ = decide(digest, by: &attempts, &store)
    _ = decide(
      Given.list("Digest realm=r, nonce=n2, qop=auth, stale=true"), by: &attempts, &store)
    try attempts.finish(request, nil, &store)
    var later = Attempts(at: try Given.server())
    let answer = try #require(later.begin(request, &store, using: Given.Random()))
    #expect(try Given.parameters(of: answer.field.value)["nc"]?.value == "00000002")
  }

  @Test func `concurrent requests increase the nonce count of the same nonce`() throws {
    var store = try store()
    var one = Attempts(at: try Given.server())
    var other = Attempts(at: try Given.server())
    let answers = [decide(digest, by: &one, &store), decide(digest, by: &other, &store)]
    let counts = try answers.map {
      try Given.parameters(of: #require($0.answer).field.value)["nc"]?.value
    }
    #expect(counts == ["00000001", "00000002"])
  }

  @Test
  func `a new nonce in a challenge does not reject the password, the same nonce does`()
    throws
  {
    var store = try store()
    var attempts = Attempts(at: try Given.server())
    _ = decide(digest, by: &attempts, &store)
    try attempts.finish(request, nil, &store)
    var later = Attempts(at: try Given.server())
    #expect(later.begin(request, &store, using: Given.Random()) != nil)
    let forgotten = Given.list("Digest realm=r, nonce=n9, qop=auth")
    #expect(decide(forgotten, by: &later, &store).answer != nil)
    #expect(decide(forgotten, by: &later, &store).reason == .tooManyAnswers(limit: 2))
    // With the same nonce it is the password that is wrong.
    var last = Attempts(at: try Given.server())
    var opened = try self.store()
    _ = decide(digest, by: &last, &opened)
    try last.finish(request, nil, &opened)
    var wrong = Attempts(at: try Given.server())
    _ = wrong.begin(request, &opened, using: Given.Random())
    #expect(decide(digest, by: &wrong, &opened).question?.refusalCount == 1)
  }

  @Test func `a wrong server proof throws an error and stores no protection space`() throws {
    var store = try store()
    var attempts = Attempts(at: try Given.server())
    _ = decide(digest, by: &attempts, &store)
    #expect(throws: AuthenticationError.wrongServerProof) {
      try attempts.finish(request, Given.info("rspauth=\"0\""), &store)
    }
    var later = Attempts(at: try Given.server())
    #expect(later.begin(request, &store, using: Given.Random()) == nil)
    #expect(try later.finish(request, nil, &store) == .notSaid)
  }

  @Test func `a server's next nonce is ignored in a response to an outdated nonce`() throws {
    var store = try store()
    var one = Attempts(at: try Given.server())
    var other = Attempts(at: try Given.server())
    _ = decide(digest, by: &one, &store)
    _ = decide(digest, by: &other, &store)
    try one.finish(request, Given.info("nextnonce=n2"), &store)
    try other.finish(request, Given.info("nextnonce=n3"), &store)
    var later = Attempts(at: try Given.server())
    let answer = try #require(later.begin(request, &store, using: Given.Random()))
    #expect(try Given.parameters(of: answer.field.value)["nonce"]?.value == "n2")
  }

  @Test func `a request that is retried without a response uses the next nonce count`()
    throws
  {
    var store = try store()
    var attempts = Attempts(at: try Given.server("https://a.example/"))
    #expect(attempts.answerAgain(request, &store, using: Given.Random()) == nil)
    var counts: [String?] = []
    func note(_ answer: Authentication.Answer?) throws {
      counts.append(
        try answer.flatMap { try Given.parameters(of: $0.field.value)["nc"]?.value })
    }
    try note(decide(digest, by: &attempts, &store).answer)
    for _ in 0..<2 { try note(attempts.answerAgain(request, &store, using: Given.Random())) }
    #expect(counts == ["00000001", "00000002", "00000003"])
    // One whose response was read is not.
    try attempts.finish(request, nil, &store)
    #expect(attempts.answerAgain(request, &store, using: Given.Random()) == nil)
    // One that goes ahead is, and stays one that went ahead.
    let ahead = try #require(attempts.begin(request, &store, using: Given.Random()))
    let again = try #require(attempts.answerAgain(request, &store, using: Given.Random()))
    try note(ahead)
    try note(again)
    #expect(counts.suffix(2) == ["00000004", "00000005"] && again.isPreemptive)
  }

  @Test func `a retried request without a next nonce count repeats its Authorization field`()
    throws
  {
    var store = try store()
    for list in [basic, digest] {
      var attempts = Attempts(at: try Given.server("https://a.example/"))
      let first = try #require(decide(list, by: &attempts, &store).answer)
      if list.challenges.first?.scheme == .digest {
        // Another call answers the same space with another user meanwhile.
        var other = Attempts(at: try Given.server("https://a.example/"))
        store.set(Given.credential("other"), for: try Given.server("https://a.example/"))
        _ = decide(digest, by: &other, &store)
      }
      let again = try #require(attempts.answerAgain(request, &store, using: Given.Random()))
      #expect(again.text == first.text)
    }
  }

  @Test func `the reason why a challenge cannot be answered is the reason of the failure`() throws {
    var store = try store(Given.credential("a:b"))
    var attempts = Attempts(at: try Given.server())
    #expect(decide(basic, by: &attempts, &store).reason == .userHasColon)
    var digesting = try self.store()
    let decision = attempts.decide(digest, request, &digesting, using: Given.NoRandom())
    #expect(decision.reason == .randomness(.unavailable(errno: 38)))
  }
}
