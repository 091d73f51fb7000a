import ApusBytes
import ApusCaching
import ApusHTTP
import Testing

@Suite struct KeyTests {
  private let keying = Given.keying

  @Test func `the cache key depends on the URL, the trust policy and the credentials`() {
    var requests = [
      Given.request(), Given.request(.get, "/a"), Given.request(.get, "/?"),
      Given.request(.get, "/", [.authorization: "a"]), Given.request(.get, "/", [.cookie: "a"]),
      Given.request(.get, "/", [.proxyAuthorization: "a"]),
      Given.request(.get, "/", [.authorization: "a", .cookie: "a"]),
    ]
    var other = Given.request()
    other.trust = [1]
    requests.append(other)
    other.trust = []
    other.credentials = [1]
    requests.append(other)
    #expect(Set(requests.map(keying.key)).count == requests.count)
  }

  @Test func `the cache key covers Authorization, Cookie and every sensitive field`() {
    let fields: [HTTP.Fields] = [
      [:], ["X-Tenant": .sensitive("a")], ["X-Tenant": .sensitive("b")],
      ["X-Other": .sensitive("a")], ["X-Api-Key": "a"], ["X-Api-Key": "b"],
      ["X-Api-Key": "a", "X-Tenant": .sensitive("a")], [.authorization: "a", .cookie: "b"],
      [.authorization: "a"], [.authorization: "b", .cookie: "a"],
    ]
    let keys = fields.map { keying.key(of: Given.request(.get, "/", $0)) }
    #expect(Set(keys).count == keys.count)
    var lines = HTTP.Fields()
    for value in ["a", "cookie", "b"] { lines.append(.authorization, HTTP.FieldValue(value)) }
    #expect(!keys.contains(keying.key(of: Given.request(.get, "/", lines))))
    // Fields are in no order.
    let forwards: HTTP.Fields = ["A": .sensitive("1"), "b": .sensitive("2"), .cookie: "c"]
    let backwards: HTTP.Fields = [.cookie: "c", "B": .sensitive("2"), "a": .sensitive("1")]
    #expect(
      keying.key(of: Given.request(.get, "/", forwards))
        == keying.key(of: Given.request(.get, "/", backwards)))
    #expect(
      keying.key(of: Given.request(.get, "/", ["X-Tenant": "a"])) == keys[0])
  }

  @Test func `a stable identity replaces the field value in the cache key and in Vary`()
    async throws
  {
    func request(_ value: HTTP.FieldValue, _ identity: [UInt8]?) -> Caching.Request {
      var request = Given.request(.get, "/", [.authorization: value])
      if let identity { request.identities[.authorization] = identity }
      return request
    }
    let key = keying.key(of: request("Digest nc=1", [1]))
    #expect(keying.key(of: request("Digest nc=2", [1])) == key)
    #expect(keying.key(of: request("Digest nc=1", [2])) != key)
    let bytes = HTTP.FieldValue(bytes: [1])
    #expect(keying.key(of: request(bytes, nil)) != key)
    let given = Given()
    let answer = Given.answer(200, [.cacheControl: "max-age=60", .vary: "Authorization"])
    #expect(try await given.ask(request("Digest nc=1", [1]), answer) == .stored)
    #expect(try await given.ask(request("Digest nc=2", [1])) == .hit(0))
    #expect(try await given.ask(request("Digest nc=2", [2])) == .failed)
  }

  @Test func `a request with an unknown user identity bypasses the cache`() async throws {
    let given = Given()
    let answer = Given.answer(200, [.cacheControl: "max-age=60"])
    var unidentified = Given.request()
    unidentified.isUnidentified = true
    #expect(try await given.ask(unidentified, answer) == .refusedToStore(.bypass))
    #expect(
      try await given.tell(given.cache.reload(unidentified), answer) == .refusedToStore(.bypass))
    #expect(try await given.ask(Given.request(), answer) == .stored)
    #expect(try await given.ask(unidentified) == .failed)
    unidentified.fields[.cacheControl] = "only-if-cached"
    #expect(try await given.ask(unidentified) == .refused)
  }

  @Test func `two cache keys differ if the same bytes are split differently between fields`() {
    var one = Given.request()
    (one.trust, one.credentials) = ([1, 2], [3])
    var other = Given.request()
    (other.trust, other.credentials) = ([1], [2, 3])
    #expect(keying.key(of: one) != keying.key(of: other))
  }

  @Test func `the cache key ignores the method, the fragment and fields without credentials`() {
    let key = keying.key(of: Given.request())
    #expect(keying.key(of: Given.request(.head, "/#a", [.accept: "b"])) == key)
    #expect(keying.place(of: Given.request(.get, "/#b").url) == key.place)
  }

  @Test func `two caches with different secrets have different keys for one request`() throws {
    let others = [
      try Caching.Keying(using: SystemRandom()), try Caching.Keying(using: SystemRandom()),
    ]
    let keys = (others + [keying]).map { $0.key(of: Given.request()) }
    #expect(Set(keys.map(\.place)).count == 3 && Set(keys.map(\.identity)).count == 3)
    #expect(keys.allSatisfy { $0.place.bytes.count == 32 && $0.identity.count == 32 })
  }

  @Test func `a user never receives the stored responses of a different user`() async throws {
    let given = Given()
    let answer = Given.answer(200, [.cacheControl: "max-age=60"])
    let mine = Given.request(.get, "/", [.authorization: "Bearer a"])
    let yours = Given.request(.get, "/", [.authorization: "Bearer b"])
    #expect(try await given.ask(mine, answer, content: "mine") == .stored)
    #expect(try await given.ask(yours, answer, content: "yours") == .stored)
    #expect(try await given.ask(mine) == .hit(0, "mine"))
    #expect(try await given.ask(yours) == .hit(0, "yours"))
    #expect(try await given.ask() == .failed)
  }
}
