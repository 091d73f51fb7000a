import ApusAuthentication
import ApusHTTP
import ApusNet
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Other origins in all of their forms, and the data that they get.
///
/// A stub sees the fields as they would be sent; `RedirectMatrixTests` has the bytes.
@Suite struct OriginMatrixTests {
  /// A target of redirects, and the session's data that are sent to it.
  private struct Place {
    let url: String
    var isSame = false
    var hasCookie = false
  }

  private static let places = [
    Place(url: "https://shop.example.com/end", isSame: true, hasCookie: true),
    Place(url: "https://SHOP.Example.COM/end", isSame: true, hasCookie: true),
    Place(url: "https://shop.example.com:443/end", isSame: true, hasCookie: true),
    Place(url: "https://shop.example.com:8443/end", hasCookie: true),
    Place(url: "http://shop.example.com/end"),
    Place(url: "http://shop.example.com:443/end"),
    Place(url: "https://a.shop.example.com/end"), Place(url: "https://example.com/end"),
    Place(url: "https://other.example.com/end"), Place(url: "https://shop.example.com.test/end"),
    Place(url: "https://xshop.example.com/end"), Place(url: "https://127.0.0.1/end"),
  ]

  /// The received request: its URL, and its fields from a list.
  private struct Seen: Equatable {
    let target: String
    let names: Set<String>
  }

  /// Sends a request with fields of the caller, session, jar and store, and redirects it on a way.
  private func travel(_ way: [String], from base: String) async throws -> [Seen] {
    let seen = Lock<[Seen]>([])
    let names: Set = ["authorization", "cookie", "x-caller", "x-api-key", "x-session"]
    var configuration = HTTPSession.Configuration()
    configuration.headers["X-Session"] = "s"
    configuration.redirects.allowsDowngrade = true
    configuration.cookies = HTTPSession.CookieStorage()
    try configuration.cookies?.set("own", "1", for: base)
    try configuration.authentication.credentials.set(
      .password(Authentication.Secret("pw"), user: "u"), for: base)
    let session = HTTPSession.stub(base, configuration: configuration) { request in
      if request.path == "/enter", !request.headers.contains(.authorization) {
        return HTTP.Response(401, headers: [.wwwAuthenticate: "Basic realm=\"r\""])
      }
      guard request.path != "/enter" else { return HTTP.Response(200) }
      let found = request.headers.map { $0.name.description.lowercased() }
      let count = seen.withLock { seen in
        seen.append(Seen(target: request.target.text, names: names.intersection(found)))
        return seen.count
      }
      guard count <= way.count else { return HTTP.Response(200) }
      return HTTP.Response(302, headers: [.location: HTTP.FieldValue(way[count - 1])])
    }
    try await session.send(.get("enter"))
    var request = HTTP.Request.get("start")
    request.headers["X-Caller"] = "c"
    request.headers["X-Api-Key"] = .sensitive("k")
    try await session.send(request)
    return seen.withLock { $0 }
  }

  private static let all: Set = ["authorization", "cookie", "x-caller", "x-api-key", "x-session"]

  /// Host, subdomain, parent, port, scheme, letter case.
  @Test func `a redirect to another origin sends no cookies, credentials or own fields`()
    async throws
  {
    for place in Self.places {
      let seen = try await travel([place.url], from: "https://shop.example.com/")
      #expect(seen.count == 2 && seen[0].names == Self.all, "\(place.url)")
      var expected: Set<String> = place.isSame ? Self.all : []
      if place.hasCookie { expected.insert("cookie") }
      #expect(seen.last?.names == expected, "\(place.url)")
    }
  }

  /// From `http` to `https`.
  @Test func `a redirect from HTTP to HTTPS drops the caller's header fields`()
    async throws
  {
    let seen = try await travel(["https://[::1]/end"], from: "https://a.test/")
    #expect(seen.last?.names == [])
    let session = HTTPSession.stub("http://a.test/") { request in
      request.target.text.hasPrefix("https:")
        ? HTTP.Response(request.headers.contains("X-Caller") ? 500 : 200)
        : HTTP.Response(302, headers: [.location: "https://a.test/end"])
    }
    var request = HTTP.Request.get("x")
    request.headers["X-Caller"] = "c"
    let response = try await session.send(request)
    #expect(response.redirects.count == 1)
  }

  /// The trailing dot and the form of an international name.
  @Test func `different spellings of a host are one origin or an invalid redirect`()
    async throws
  {
    for (base, place) in [
      ("https://shop.example.com/", "https://shop.example.com./end"),
      ("https://b\u{fc}cher.test/", "https://xn--bcher-kva.test/end"),
      ("https://xn--bcher-kva.test/", "https://b\u{fc}cher.test/end"),
    ] {
      do {
        let seen = try await travelled([place], from: base)
        let isSame = try? HTTP.URL(base).origin == HTTP.URL(place).origin
        let names = seen.last?.names ?? ["nothing"]
        #expect(isSame == true ? names == Self.all : names.isSubset(of: ["cookie"]), "\(place)")
      } catch let error as HTTPSessionError {
        guard case .redirect(.location) = error.reason else {
          Issue.record("\(place): \(error)")
          continue
        }
      }
    }
  }

  private func travelled(
    _ way: [String], from base: String
  ) async throws -> [Seen] {
    do { return try await travel(way, from: base) } catch let error as HTTPSessionError {
      throw error
    } catch {
      throw HTTPSessionError(.hook, underlying: error)
    }
  }

  /// Removed fields do not come back later.
  @Test func `a redirect back from another origin does not restore the caller's fields`()
    async throws
  {
    let (home, away) = ("https://a.test/", "https://b.test/")
    for (way, end) in [
      ([away + "1", away + "2"], Set<String>()),
      ([away + "1", home + "2"], ["authorization", "cookie", "x-session"]),
      ([away + "1", home + "2", away + "3"], []),
    ] {
      let seen = try await travel(way, from: home)
      #expect(seen.map(\.target) == [home + "start"] + way)
      #expect(seen.last?.names == end, "\(way)")
      #expect(seen.dropFirst().allSatisfy { !$0.names.contains("x-caller") }, "\(way)")
      #expect(seen.dropFirst().allSatisfy { !$0.names.contains("x-api-key") }, "\(way)")
    }
  }

  /// There is no proxy; a proxy field is the caller's, and stays.
  @Test func `a redirect to another origin drops the Proxy-Authorization field`() async throws {
    let seen = Lock<[Bool]>([])
    let session = HTTPSession.stub("https://a.test/") { request in
      seen.withLock { $0.append(request.headers.contains(.proxyAuthorization)) }
      guard request.path == "/x" else { return HTTP.Response(200) }
      return HTTP.Response(302, headers: [.location: "https://b.test/y"])
    }
    var request = HTTP.Request.get("x")
    request.headers[.proxyAuthorization] = .sensitive("Basic eDp5")
    try await session.send(request)
    #expect(seen.withLock { $0 } == [true, false])
  }

  @Test func `a redirect to a URL with a user is rejected, and no Referer is sent`()
    async throws
  {
    let seen = Lock<[Bool]>([])
    let session = HTTPSession.stub("https://a.test/") { request in
      seen.withLock { $0.append(request.headers.contains("Referer")) }
      switch request.path {
      case "/x": return HTTP.Response(302, headers: [.location: "/y?secret#fragment"])
      case "/user": return HTTP.Response(302, headers: [.location: "https://u:p%40ss@b.test/"])
      default: return HTTP.Response(200)
      }
    }
    try await session.send(.get("x"))
    #expect(seen.withLock { $0 } == [false, false])
    for target in ["user", "https://u:p%40ss@a.test/x", "https://a@b@a.test/x"] {
      let error = await #expect(throws: HTTPSessionError.self) {
        try await session.send(.get(.reference(target)))
      }
      #expect(!"\(String(describing: error))".contains("p%40ss"), "\(target)")
    }
    #expect(seen.withLock { $0.count } == 3)
  }

  /// A long or malformed location ends only the call.
  @Test func `a Location field of any length and form is followed or rejected`() async throws {
    for (location, isFollowed) in [
      ("/" + String(repeating: "a", count: 60_000), true), ("https://[::1", false),
      ("https://a.test:99999/", false), ("http:///x", false), (" /x\t", false),
    ] {
      let session = HTTPSession.stub("https://a.test/") { request in
        request.path == "/x"
          ? HTTP.Response(302, headers: [.location: HTTP.FieldValue(location)])
          : HTTP.Response(200)
      }
      let error: HTTPSessionError?
      do {
        try await session.send(.get("x"))
        error = nil
      } catch let failure as HTTPSessionError {
        error = failure
      }
      guard !isFollowed else {
        #expect(error == nil)
        continue
      }
      guard case .redirect(.location)? = error?.reason else {
        Issue.record("\(location): \(String(describing: error))")
        continue
      }
    }
  }
}
