import ApusBytes
import ApusCaching
import ApusHTTP
import Testing

@Suite struct KeyTests {
  private let keying = Given.keying

  @Test func `whatever tells requests apart is in the key`() {
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

  @Test func `parts of a key do not flow into each other`() {
    var one = Given.request()
    (one.trust, one.credentials) = ([1, 2], [3])
    var other = Given.request()
    (other.trust, other.credentials) = ([1], [2, 3])
    #expect(keying.key(of: one) != keying.key(of: other))
  }

  @Test func `methods, fragments and other fields are in no key`() {
    let key = keying.key(of: Given.request())
    #expect(keying.key(of: Given.request(.head, "/#a", [.accept: "b"])) == key)
    #expect(keying.place(of: Given.request(.get, "/#b").url) == key.place)
  }

  @Test func `keys depend on the secret`() throws {
    let others = [
      try Caching.Keying(using: SystemRandom()), try Caching.Keying(using: SystemRandom()),
    ]
    let keys = (others + [keying]).map { $0.key(of: Given.request()) }
    #expect(Set(keys.map(\.place)).count == 3 && Set(keys.map(\.identity)).count == 3)
    #expect(keys.allSatisfy { $0.place.bytes.count == 32 && $0.identity.count == 32 })
  }

  @Test func `one identity never gets what is another's`() async throws {
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
