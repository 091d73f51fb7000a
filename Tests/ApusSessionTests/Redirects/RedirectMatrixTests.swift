import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The data that the target of a redirect gets, for every status, method and kind of origin.
@Suite(.ownThread) struct RedirectMatrixTests {
  /// The target of a redirect, relative to the requested origin.
  enum Place: String, CaseIterable {
    case sameOrigin, otherPort, otherHost, clearText
  }

  struct Case: Sendable, CustomStringConvertible {
    let status: Int
    let method: HTTP.Method
    let hasContent: Bool
    let place: Place

    var description: String { "\(status) \(method) \(hasContent ? "content" : "none") \(place)" }

    static let all: [Case] = [301, 302, 303, 307, 308].flatMap { status in
      [HTTP.Method.get, .head, .post, .put].flatMap { method in
        [false, true].flatMap { hasContent in
          Place.allCases.map {
            Case(status: status, method: method, hasContent: hasContent, place: $0)
          }
        }
      }
    }

    /// RFC 9110 section 15.4, in the words of the test.
    var expectedMethod: HTTP.Method {
      if status == 303, method != .head { return .get }
      return status <= 302 && method == .post ? .get : method
    }
    var keepsContent: Bool {
      let isAlwaysGet = status == 303 && method != .get && method != .head
      return hasContent && expectedMethod == method && !isAlwaysGet
    }
  }

  /// The received parts of one request.
  struct Seen: Sendable, Equatable {
    let method: HTTP.Method
    let path: String
    let fields: [String: String]
    let body: String
    let client: String?
  }

  /// Two servers with TLS and one without, which note the received requests.
  final class Servers: Sendable {
    let authority: TestAuthority
    let first: TestServer
    let second: TestServer
    let clear: TestServer
    private let log: Log

    final class Log: Sendable {
      let seen = Lock<[Seen]>([])
    }

    init() async throws {
      let log = Log()
      self.log = log
      let authority = try TestAuthority()
      self.authority = authority
      let answer: TestServer.Handler = { request in
        var fields: [String: String] = [:]
        for field in request.head.fields { fields["\(field.name)".lowercased()] = field.value.text }
        let seen = Seen(
          method: request.method, path: request.path, fields: fields,
          body: String(decoding: request.body, as: UTF8.self),
          client: request.tls?.clientChain?.leaf.subject.commonName?.string)
        log.seen.withLock { $0.append(seen) }
        if request.path == "/enter", fields["authorization"] == nil {
          return .response(
            HTTP.Response(401, headers: [.wwwAuthenticate: "Basic realm=\"r\""]))
        }
        guard let query = request.query, query.hasPrefix("to=") else {
          return .response(HTTP.Response(200))
        }
        let status = HTTP.Status(Int(request.path.dropFirst(4)) ?? 302)
        return .response(
          HTTP.Response(status, headers: [.location: HTTP.FieldValue(String(query.dropFirst(3)))]))
      }
      let hosts = ["a.test", "b.test"]
      var security = try TestServer.Security(authority, hosts: hosts)
      security.configuration.clientCertificates = .optional
      first = try await TestServer(tls: security, answer)
      second = try await TestServer(tls: security, answer)
      clear = try await TestServer(answer)
    }

    func url(_ place: Place) -> String {
      switch place {
      case .sameOrigin: "https://a.test:\(first.port)/end"
      case .otherPort: "https://a.test:\(second.port)/end"
      case .otherHost: "https://b.test:\(second.port)/end"
      case .clearText: "http://a.test:\(clear.port)/end"
      }
    }

    func session(
      _ configure: (inout HTTPSession.Configuration) throws -> Void = { _ in }
    ) throws -> HTTPSession {
      try HTTPSession("https://a.test:\(first.port)/") {
        $0.dns.overrides = ["a.test": ["127.0.0.1"], "b.test": ["127.0.0.1"]]
        $0.tls.roots = .only([authority.root])
        $0.tls.identity = .fixed(try authority.client("me"))
        $0.headers["X-Session"] = "s"
        $0.cookies = HTTPSession.CookieStorage()
        try $0.authentication.credentials.set(
          .password(Authentication.Secret("pw"), user: "u"), for: "https://a.test:\(first.port)")
        $0.redirects.allowsDowngrade = true
        $0.redirects.sendsContentToOtherOrigins = true
        try configure(&$0)
      }
    }

    /// Returns the requests since the last call.
    func takeSeen() -> [Seen] {
      log.seen.withLock { seen in
        defer { seen = [] }
        return seen
      }
    }

    func shutdown() async {
      await first.shutdown()
      await second.shutdown()
      await clear.shutdown()
    }
  }

  private func request(_ test: Case, _ servers: Servers) -> HTTP.Request {
    var request = HTTP.Request(
      test.method, "go/\(test.status)?to=\(raw: servers.url(test.place))")
    request.headers["X-Caller"] = "c"
    request.headers["X-Secret"] = .sensitive("t")
    request.headers[.accept] = "text/x"
    request.headers[.userAgent] = "ua"
    if test.hasContent {
      request.body = .bytes(Array("body".utf8))
      request.headers[.contentType] = "text/y"
      request.headers["Content-Disposition"] = "form-data"
    }
    return request
  }

  @Test func `each origin in a redirect chain receives only its own cookies and credentials`()
    async throws
  {
    let servers = try await Servers()
    let session = try servers.session()
    try session.configuration.cookies?.set("own", "1", for: "https://a.test")
    // The credential unlocks all paths below this one.
    try await session.send(.get("enter"))
    _ = servers.takeSeen()
    #expect(Case.all.count == 160)
    for test in Case.all {
      let response = try await session.send(request(test, servers))
      let seen = servers.takeSeen()
      guard seen.count == 2, let end = seen.last else {
        Issue.record("\(test): \(seen)")
        continue
      }
      let isSame = test.place == .sameOrigin
      let keeps = test.keepsContent
      var fields = [
        "accept": "text/x", "user-agent": "ua", "accept-encoding": "gzip, deflate",
        "host": String(servers.url(test.place).split(separator: "/")[1]),
      ]
      if isSame { fields["x-caller"] = "c" }
      if isSame { fields["x-secret"] = "t" }
      if isSame { fields["x-session"] = "s" }
      if isSame { fields["authorization"] = "Basic dTpwdw==" }
      if test.place == .sameOrigin || test.place == .otherPort { fields["cookie"] = "own=1" }
      if keeps { fields["content-type"] = "text/y" }
      if keeps, isSame { fields["content-disposition"] = "form-data" }
      if keeps { fields["content-length"] = "4" }
      if !keeps, end.method == .post || end.method == .put { fields["content-length"] = "0" }
      #expect(end.fields == fields, "\(test)")
      #expect(end.method == test.expectedMethod, "\(test)")
      #expect(end.body == (keeps ? "body" : ""), "\(test)")
      #expect(end.client == (isSame ? "me" : nil), "\(test)")
      #expect(end.path == "/end" && response.redirects.count == 1, "\(test)")
    }
    await session.shutdown()
    await servers.shutdown()
  }

  @Test func `a redirect back restores the session's fields but not the caller's`()
    async throws
  {
    let servers = try await Servers()
    let session = try servers.session()
    try await session.send(.get("enter"))
    _ = servers.takeSeen()
    for way in [
      [Place.otherHost, .otherHost], [.otherHost, .sameOrigin], [.clearText, .sameOrigin],
    ] {
      let inner = "\(servers.url(way[1]))"
      let outer = servers.url(way[0]).dropLast(3) + "go/302?to=\(inner)"
      var request = HTTP.Request.get("go/302?to=\(raw: String(outer))")
      request.headers["X-Caller"] = "c"
      try await session.send(request)
      let seen = servers.takeSeen()
      #expect(seen.count == 3)
      #expect(seen.map { $0.fields["x-caller"] } == ["c", nil, nil], "\(way)")
      let isHome = way[1] == .sameOrigin
      #expect(seen.last?.fields["x-session"] == (isHome ? "s" : nil))
      #expect(seen.last?.fields["authorization"] == (isHome ? "Basic dTpwdw==" : nil))
      #expect(seen[1].fields["authorization"] == nil && seen[1].fields["x-session"] == nil)
      #expect(seen.last?.client == (isHome ? "me" : nil))
    }
    await session.shutdown()
    await servers.shutdown()
  }

  @Test func `a caller's Cookie and Authorization fields are not sent to other origins`()
    async throws
  {
    let servers = try await Servers()
    let session = try servers.session()
    try session.configuration.cookies?.set("own", "1", for: "https://a.test")
    for place in Place.allCases {
      var request = HTTP.Request.get("go/307?to=\(raw: servers.url(place))")
      request.headers[.cookie] = "hand=2"
      request.headers[.authorization] = .sensitive("Bearer hand")
      try await session.send(request)
      let seen = servers.takeSeen()
      #expect(seen[0].fields["cookie"] == "hand=2")
      #expect(seen[0].fields["authorization"] == "Bearer hand")
      let isSame = place == .sameOrigin
      #expect(seen[1].fields["authorization"] == (isSame ? "Bearer hand" : nil))
      let jars: String? = place == .otherPort ? "own=1" : nil
      #expect(seen[1].fields["cookie"] == (isSame ? "hand=2" : jars))
    }
    await session.shutdown()
    await servers.shutdown()
  }

  @Test func `by default redirects to HTTP or with content to another origin are rejected`()
    async throws
  {
    let servers = try await Servers()
    let session = try servers.session { $0.redirects = HTTPSession.RedirectPolicy() }
    for test in Case.all where test.place != .sameOrigin {
      let reason: HTTPSessionError.Reason?
      do {
        try await session.send(request(test, servers))
        reason = nil
      } catch let error as HTTPSessionError {
        reason = error.reason
        #expect(error.response?.status.code == test.status)
      }
      let seen = servers.takeSeen()
      switch test.place {
      case .clearText:
        #expect(reason == .redirect(.downgrade(to: try HTTP.URL(servers.url(.clearText)).origin)))
      case .otherPort where test.keepsContent, .otherHost where test.keepsContent:
        let origin = try HTTP.URL(servers.url(test.place)).origin
        #expect(reason == .redirect(.contentToOtherOrigin(origin)), "\(test)")
      case .otherPort, .otherHost, .sameOrigin:
        #expect(reason == nil, "\(test)")
        continue
      }
      #expect(seen.count == 1, "\(test)")
    }
    await session.shutdown()
    await servers.shutdown()
  }
}
