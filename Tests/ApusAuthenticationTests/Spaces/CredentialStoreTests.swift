import ApusHTTP
import Testing

@testable import ApusAuthentication

/// Protection spaces: RFC 9110 section 11.5, RFC 7617 section 2.2, RFC 7616 section 3.3.
struct CredentialStoreTests {
  private typealias Store = Authentication.CredentialStore
  private typealias Attempts = Authentication.Attempts

  private func space(
    _ url: String = "https://a.example/", _ party: Authentication.Party = .origin,
    realm: String = "r", _ scheme: Authentication.Scheme = .basic
  ) throws -> Authentication.ProtectionSpace {
    Authentication.ProtectionSpace(
      try Given.server(url, party), realm: Array(realm.utf8), scheme: scheme)
  }

  /// Opens a space by a request for a path, as a session does.
  private func open(
    _ field: String, at path: String, _ store: inout Store,
    _ url: String = "https://a.example/", _ party: Authentication.Party = .origin
  ) throws {
    let server = try Given.server(url, party)
    var attempts = Attempts(at: server, allowsSecretsInClear: true)
    let request = Authentication.RequestFacts(.get, path)
    let decision = attempts.decide(
      Given.list(field), request, &store, using: Given.Random())
    try #require(decision.answer != nil, "\(decision)")
    try attempts.finish(request, nil, &store)
  }

  /// Returns whether a request is answered before it is challenged.
  private func begins(
    _ path: String, _ store: inout Store, _ url: String = "https://a.example/",
    _ party: Authentication.Party = .origin, inClear: Bool = false
  ) throws -> Bool {
    var attempts = Attempts(at: try Given.server(url, party), allowsSecretsInClear: inClear)
    let answer = attempts.begin(.init(.get, path), &store, using: Given.Random())
    #expect(answer?.isPreemptive != false)
    return answer != nil
  }

  private func store(_ urls: String...) throws -> Store {
    var store = Store()
    for url in urls { store.set(Given.credential(), for: try Given.server(url)) }
    return store
  }

  @Test func `a credential is sent only to the server for which it was set`() throws {
    let store = try store("https://a.example/")
    #expect(store.credential(for: try space()) != nil)
    for other in [
      "http://a.example/", "https://a.example:8443/", "https://b.a.example/", "https://example/",
      "https://a.example./",
    ] {
      #expect(store.credential(for: try space(other)) == nil, "\(other)")
    }
    #expect(store.credential(for: try space("https://a.example/", .proxy)) == nil)
    #expect(store.credential(for: try space(.bearer)) == nil)
  }

  private func space(
    _ scheme: Authentication.Scheme
  ) throws -> Authentication.ProtectionSpace {
    try space("https://a.example/", scheme)
  }

  private func space(
    _ url: String, _ scheme: Authentication.Scheme
  ) throws -> Authentication.ProtectionSpace {
    try space(url, .origin, realm: "r", scheme)
  }

  @Test func `a credential for a realm precedes a credential for the server until removed`() throws
  {
    let server = try Given.server()
    var store = Store()
    store.set(Given.credential("realm"), for: server, realm: "r")
    store.set(Given.credential("any"), for: server)
    store.set(Given.credential("scheme"), for: server, scheme: .basic)
    #expect(store.credential(for: try space()) == Given.credential("realm"))
    #expect(store.credential(for: try space(realm: "s")) == Given.credential("scheme"))
    #expect(store.credential(for: try space(realm: "s", .digest)) == Given.credential("any"))
    store.set(nil, for: server, realm: "r")
    #expect(store.credential(for: try space()) == Given.credential("scheme"))
    store.set(Given.credential("new"), for: server, scheme: .basic)
    #expect(store.credential(for: try space()) == Given.credential("new"))
  }

  @Test func `Basic is sent before a challenge only below the path that accepted it`() throws {
    var store = try store("https://a.example/")
    #expect(try !begins("/docs/a", &store))
    try open("Basic realm=r", at: "/docs/index.html?q=/x/", &store)
    for path in ["/docs/", "/docs/other", "/docs/a/b?c", "/docs/index.html"] {
      #expect(try begins(path, &store), "\(path)")
    }
    for path in ["/docs", "/", "/other", "/docsy/a", "/Docs/a", "/x?/docs/a"] {
      #expect(try !begins(path, &store), "\(path)")
    }
    #expect(try !begins("/docs/a", &store, "https://b.example/"))
    #expect(try !begins("/docs/a", &store, "http://a.example/"))
    #expect(try !begins("/docs/a", &store, "https://a.example/", .proxy))
  }

  @Test func `Basic is sent before a challenge over plain HTTP only if explicitly allowed`()
    throws
  {
    let url = "http://a.example/"
    var store = try store(url)
    try open("Basic realm=r", at: "/a", &store, url)
    #expect(try !begins("/a", &store, url))
    #expect(try begins("/a", &store, url, inClear: true))
  }

  @Test func `Digest is sent before a challenge on the whole server or its domain paths`() throws {
    var store = try store("https://a.example/", "https://b.example/", "https://c.example/")
    try open("Digest realm=r, nonce=n", at: "/deep/down", &store)
    #expect(try begins("/", &store) && begins("/other", &store))
    try open(
      """
      Digest realm=r, nonce=n, \
      domain="/in https://b.example:443/also/ https://a.example/not http://b.example/never :"
      """, at: "/x", &store, "https://b.example/")
    for path in ["/in", "/in/side", "/also/x"] {
      #expect(try begins(path, &store, "https://b.example/"), "\(path)")
    }
    for path in ["/", "/x", "/inside", "/also", "/not", "/never"] {
      #expect(try !begins(path, &store, "https://b.example/"), "\(path)")
    }
    // A domain that lists only other servers is empty.
    try open(
      "Digest realm=r, nonce=n, domain=\"https://a.example/\"", at: "/x", &store,
      "https://c.example/")
    #expect(try !begins("/x", &store, "https://c.example/"))
  }

  @Test func `all requests through a proxy belong to one protection space`() throws {
    let url = "https://p.example/"
    var store = Store()
    store.set(Given.credential(), for: try Given.server(url, .proxy))
    try open("Basic realm=r", at: "http://a.example/a/b", &store, url, .proxy)
    for target in ["http://b.example/", "b.example:443", "http://c.example/x/y"] {
      #expect(try begins(target, &store, url, .proxy), "\(target)")
    }
  }

  @Test func `the protection space with the longest matching path selects the credential`() throws {
    var store = Store()
    let server = try Given.server()
    store.set(Given.credential("outer"), for: server, realm: "outer")
    store.set(Given.credential("inner"), for: server, realm: "inner")
    try open("Basic realm=inner", at: "/a/b/c", &store)
    try open("Basic realm=outer", at: "/a/x", &store)
    var attempts = Attempts(at: server)
    let inner = attempts.begin(.init(.get, "/a/b/d"), &store, using: Given.Random())
    let outer = attempts.begin(.init(.get, "/a/d"), &store, using: Given.Random())
    #expect(inner?.space.realm == Array("inner".utf8))
    #expect(outer?.space.realm == Array("outer".utf8))
  }

  @Test func `a credential that the server later rejected is not sent before a challenge`() throws {
    var store = try store("https://a.example/")
    try open("Basic realm=r", at: "/a", &store)
    var attempts = Attempts(at: try Given.server())
    _ = attempts.begin(.init(.get, "/a"), &store, using: Given.Random())
    let decision = attempts.decide(
      Given.list("Basic realm=r"), .init(.get, "/a"), &store, using: Given.Random())
    #expect(decision.question?.refusalCount == 1)
    #expect(try !begins("/a", &store))
  }

  @Test func `setting a credential for a server removes the server's protection spaces`() throws {
    var store = try store("https://a.example/", "https://b.example/")
    try open("Basic realm=r", at: "/a", &store)
    try open("Basic realm=r", at: "/a", &store, "https://b.example/")
    store.set(nil, for: try Given.server())
    #expect(try !begins("/a", &store))
    #expect(store.credential(for: try space()) == nil)
    #expect(try begins("/a", &store, "https://b.example/"))
  }

  @Test func `a response does not restore a credential that was removed meanwhile`() throws {
    var store = try store("https://a.example/")
    var attempts = Attempts(at: try Given.server())
    let request = Authentication.RequestFacts(.get, "/a")
    let decision = attempts.decide(
      Given.list("Basic realm=r"), request, &store, using: Given.Random())
    #expect(decision.answer != nil)
    store.set(nil, for: try Given.server())
    try attempts.finish(request, nil, &store)
    #expect(try !begins("/a", &store))
    #expect(store.credential(for: try space()) == nil)
  }

  @Test func `the credential store contains at most 256 protection spaces`() throws {
    var store = try store("https://a.example/")
    let limit = Store.spaceLimit
    for number in 0...limit { try open("Basic realm=r\(number)", at: "/\(number)/", &store) }
    #expect(try !begins("/0/", &store))
    #expect(try begins("/1/", &store) && begins("/\(limit)/", &store))
  }

  @Test func `a protection space stores at most 64 paths and omits nested paths`() throws {
    var record = SpaceRecord()
    let limit = SpaceRecord.pathLimit
    for number in 0...limit {
      record.accept(Given.credential(), below: [Array("/\(number)/".utf8)])
    }
    #expect(record.depth(of: Array("/0/x".utf8)) == nil)
    #expect(record.depth(of: Array("/1/x".utf8)) == 3)
    record.accept(Given.credential(), below: [Array("/".utf8)])
    #expect(record.depth(of: Array("/0/x".utf8)) == 1 && record.depth(of: Array("/1/x".utf8)) == 1)
    // Another credential begins with its own paths.
    record.accept(Given.credential("other"), below: [Array("/z/".utf8)])
    #expect(record.depth(of: Array("/1/x".utf8)) == nil)
  }

  @Test func `a protection space stores the last 8 rejected credentials`() {
    var record = SpaceRecord()
    for number in 0...SpaceRecord.refusedLimit { record.refuse(Given.credential("\(number)")) }
    #expect(!record.hasRefused(Given.credential("0")))
    #expect(record.hasRefused(Given.credential("1")) && record.hasRefused(Given.credential("8")))
    record.accept(Given.credential("8"), below: [])
    #expect(!record.hasRefused(Given.credential("8")))
  }
}
