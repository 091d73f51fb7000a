import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Exchanges that are recorded and replayed.
@Suite(.ownThread) struct CassetteTests {
  private typealias Cassette = HTTPSession.Cassette

  private static let base = "https://api.example.com/"

  /// A session that records or replays, and the server after the cassette.
  private func session(
    _ cassette: Cassette, _ configure: (inout HTTPSession.Configuration) -> Void = { _ in },
    _ answer: @escaping @Sendable (HTTP.Request) throws -> HTTP.Response
  ) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configuration.acceptedStatuses = .any
    configure(&configuration)
    configuration.interceptors.append(cassette.interceptor)
    return .stub(Self.base, configuration: configuration) { try answer($0) }
  }

  private struct Asked: Error {}

  /// A session that replays alone.
  private func replaying(
    _ path: String, _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
  ) throws -> HTTPSession {
    session(try Cassette(file: path, .strict), configure) { _ in throw Asked() }
  }

  @Test func `each recorded response is replayed once and in the recorded order`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let count = Lock(0)
    let cassette = try Cassette(file: path)
    let recording = session(cassette) { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return HTTP.Response(
        HTTP.Status(200 + number), headers: ["X-N": "\(number)"],
        body: [UInt8(number), 0xff] + (request.body.bytes ?? []))
    }
    let requests: [HTTP.Request] = [
      .get("a"), .get("a"), .get("a?b=c"), .post("a", .bytes([1])), .post("a", .bytes([2])),
    ]
    var first: [HTTP.Response] = []
    for request in requests { first.append(try await recording.send(request)) }
    #expect(cassette.count == 5 && cassette.unusedCount == 0)
    try await cassette.save()
    let again = try replaying(path)
    func expectUnknown(_ request: HTTP.Request) async {
      do {
        try await again.send(request)
        Issue.record("answered")
      } catch {
        let error = HTTPSessionError(of: error)
        #expect(error.reason == .interceptor)
        let url = Self.base + request.target.text
        #expect(error.underlying as? Cassette.Fault == .unknownRequest(request.method, url))
      }
    }
    for request in [HTTP.Request.get("b"), .head("a"), .post("a", .bytes([3]))] {
      await expectUnknown(request)
    }
    for index in [3, 0, 4, 1, 2] {
      let response = try await again.send(requests[index])
      #expect(response == first[index])
    }
    await expectUnknown(requests[0])
  }

  @Test func `a request with a redacted secret matches its recording`() {
    let kept = RecordedBytes("a=REDACTED&b=1&c=REDACTED&d=2")
    for (text, isSame) in [
      ("a=x&b=1&c=y&d=2", true), ("a=&b=1&c=&d=2", true), ("a=x&b=1&c=y&d=3", false),
      ("e=x&b=1&c=y&d=2", false), ("a=x&b=3&c=y&d=2", false), ("a=x&b=1&c=y", false),
      ("", false),
    ] {
      #expect(kept.fits(RecordedBytes(text)) == isSame, "\(text)")
    }
  }

  @Test func `a lenient cassette sends an unrecorded request and records the exchange`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let asked = Lock<[String]>([])
    for targets in [["a"], ["a", "b"], ["b", "a"]] {
      let cassette = try Cassette(file: path)
      let session = session(cassette) { request in
        asked.withLock { $0.append(request.path) }
        return HTTP.Response(200)
      }
      for target in targets { try await session.send(.get(.reference(target))) }
      try await cassette.save()
    }
    let all = asked.withLock(\.self)
    #expect(all == ["/a", "/b"])
    #expect(try Files.names(in: folder.path) == ["c.json"])
  }

  @Test func `a JSON body matches a recording whose members have another order`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    func request(_ text: String) -> HTTP.Request { .post("j", .bytes(Array(text.utf8))) }
    let cassette = try Cassette(file: path)
    try await session(cassette) { _ in HTTP.Response(200) }.send(request(#"{"a": 1, "b": [2]}"#))
    try await cassette.save()
    let again = try replaying(path)
    await #expect(throws: HTTPSessionError.self) { try await again.send(request(#"{"a": 1}"#)) }
    try await again.send(request(#"{"b":[2],"a":1}"#))
  }

  @Test func `streamed and multipart requests match a recording by their URL alone`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    func send(_ session: HTTPSession) async throws {
      let pieces = AsyncStream<[UInt8]> { $0.finish() }
      try await session.send(.post("s", .sequence(pieces)))
      _ = try await session.post("m", .multipart([.field("a", "b")]))
    }
    let cassette = try Cassette(file: path)
    try await send(session(cassette) { _ in HTTP.Response(200) })
    try await cassette.save()
    try await send(try replaying(path))
  }

  @Test func `a cassette and its HAR archive contain no secret of client or server`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    var redaction = Cassette.Redaction()
    redaction.jsonPaths += ["/user/keys/*/~1key", "/list/1"]
    let cassette = try Cassette(file: path, .lenient, redaction)
    let cookies = HTTPSession.CookieStorage()
    let recording = session(cassette) {
      $0.cookies = cookies
      $0.headers["X-Marked"] = .sensitive("secret-marked")
    } _: { request in
      var response = HTTP.Response(200, headers: ["Content-Type": "application/problem+json"])
      response.headers.append(.setCookie, "sid=secret-cookie; Path=/; Secure")
      response.headers.append(.location, "/next?token=secret-location&a=b")
      response.headers.append("X-Echo", "secret-query+/ secret-query%2B%2F")
      response.body = Array(
        #"""
        {"access_token": "secret-\u0074oken", "token": null, "password": 123456,
         "user": {"keys": [{"/key": "secret-key-1"}, {"/key": {"a": ["secret-key-2"]}}]},
         "list": ["plain", "secret-list"],
         "echo": "secret-token secret-bearer secret\/form ada:secret-basic secret-body"}
        """#.utf8)
      return response
    }
    var request = HTTP.Request.get("x?token=secret-query%2B%2F&plain=1")
    request.headers[.authorization] = "Bearer secret-bearer"
    request.headers[.proxyAuthorization] =
      HTTP.FieldValue("Basic \(Base64.encode(Array("ada:secret-basic".utf8)))")
    try await recording.send(request)
    try await recording.send(.get("again"))
    _ = try await recording.post("form", .form(["password": "secret/form", "plain": "2"]))
    _ = try await recording.post("json", .json(["client_secret": "secret-body", "plain": "3"]))
    try await cassette.save()
    for file in [try Files.contents(of: path), try cassette.har()] {
      let text = String(decoding: file, as: UTF8.self)
      for secret in [
        "secret", "123456", Base64.encode(Array("ada:secret-basic".utf8)), "ada:",
        "c2VjcmV0",
      ] where text.replacing("client_secret", with: "").contains(secret) {
        Issue.record("\(secret) is in \(text)")
      }
      for plain in ["sid=REDACTED", "Bearer REDACTED", "plain", "REDACTED", "next?token=REDACTED"] {
        #expect(text.contains(plain), "\(plain)")
      }
    }
    // The same requests, with other secrets, are known.
    let other = HTTPSession.CookieStorage()
    let again = session(try Cassette(file: path, .strict, redaction)) {
      $0.cookies = other
    } _: { _ in
      throw Asked()
    }
    var replayed = HTTP.Request.get("x?token=another&plain=1")
    replayed.headers[.authorization] = "Bearer another"
    #expect(try await again.send(replayed).body.count > 10)
    #expect(other.cookies.map(\.name) == ["sid"])
    try await again.send(.get("again"))
    _ = try await again.post("form", .form(["password": "other", "plain": "2"]))
    _ = try await again.post("json", .json(["client_secret": "other", "plain": "3"]))
  }

  @Test func `recorded content without secrets is byte for byte unchanged`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let bodies: [(type: String, bytes: [UInt8])] = [
      ("application/json", Array(#"{ "b":1.0e2 , "a" : "\u0061" }"#.utf8)),
      ("text/plain", Array("\u{feff}t\u{e9}xt\r\n\0".utf8)),
      ("application/octet-stream", (0...255).map { $0 }), ("application/json", []),
      ("multipart/mixed; boundary=b", Array("--b\r\nX: y\r\n\r\n{ }\r\n--b--\r\nend".utf8)),
      ("application/x-www-form-urlencoded", Array("a=1&&b=%20+c&=&d".utf8)),
    ]
    let cassette = try Cassette(file: path)
    let recording = session(cassette) { request in
      let body = bodies[Int(request.path.dropFirst()) ?? 0]
      return HTTP.Response(
        200,
        headers: [
          "Content-Type": HTTP.FieldValue(body.type), "X-Latin": HTTP.FieldValue(bytes: [0xe9]),
        ], body: body.bytes)
    }
    for index in bodies.indices { try await recording.send(.get("\(index)")) }
    try await cassette.save()
    let again = try replaying(path)
    for index in bodies.indices {
      let response = try await again.send(.get("\(index)"))
      #expect(response.body == bodies[index].bytes)
      #expect(response.headers["X-Latin"]?.bytes == [0xe9])
    }
  }

  @Test(arguments: [
    "", "[]", "{\"version\": 1}", "{\"version\": 2, \"exchanges\": []}",
    #"{"version": 1, "exchanges": [{}]}"#,
  ])
  func `opening a file that is not a cassette throws an error`(text: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8))
    #expect(throws: (any Error).self) { try Cassette(file: path, .lenient) }
    #expect(throws: (any Error).self) { try Cassette(file: "\(folder.path)/none", .strict) }
    #expect(try Cassette(file: "\(folder.path)/none").count == 0)
  }

  @Test func `a line break in a recorded field value is rejected on replay`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      Array(
        #"""
        {"version": 1, "exchanges": [{"started": 0, "milliseconds": 0, "request": {"method": "GET",
         "url": "https://api.example.com/a", "fields": [], "body": ""}, "response": {"status": 200,
         "fields": [{"name": "X", "value": "a\r\nB: c"}], "body": "", "trailers": []}}]}
        """#.utf8))
    let session = try replaying(path)
    do {
      try await session.send(.get("a"))
      Issue.record("answered")
    } catch let error as HTTPSessionError {
      #expect(error.underlying as? Cassette.Fault == .malformedField("X"))
    }
  }

  @Test func `the HAR archive of a cassette contains the members that HAR 1.2 requires`()
    async throws
  {
    let folder = try TemporaryFolder()
    let clock = ManualClock(wallMilliseconds: 1_700_000_000_123)
    let cassette = try Cassette(
      file: "\(folder.path)/c.json", .lenient, .init(), .manual(clock))
    let session = session(cassette) { _ in
      clock.advance(by: .milliseconds(1_250))
      return HTTP.Response(
        302, headers: ["Location": "/b", "Set-Cookie": "a=b; Path=/"], body: [0xff])
    }
    var request = HTTP.Request.post("a?b=c&d", .bytes(Array("hi".utf8), .plainText))
    request.options.followsRedirects = false
    request.headers[.cookie] = "e=f; g=h"
    try await session.send(request)
    let har = try JSON.Value(parsing: try cassette.har())
    #expect(har["log"]?["version"] == "1.2")
    let entry = try #require(har["log"]?["entries"]?[0])
    #expect(entry["startedDateTime"] == "2023-11-14T22:13:20.123Z" && entry["time"] == 1_250)
    #expect(entry["timings"] == ["send": 0, "wait": 1_250, "receive": 0] && entry["cache"] == [:])
    #expect(entry["request"]?["method"] == "POST" && entry["request"]?["bodySize"] == 2)
    #expect(entry["request"]?["url"] == "https://api.example.com/a?b=c&d")
    #expect(
      entry["request"]?["queryString"] == [
        ["name": "b", "value": "c"], ["name": "d", "value": ""],
      ])
    #expect(entry["request"]?["cookies"]?.array?.count == 2)
    #expect(entry["request"]?["cookies"]?[1] == ["name": "g", "value": "REDACTED"])
    #expect(entry["request"]?["postData"]?["text"] == "hi")
    #expect(entry["response"]?["status"] == 302 && entry["response"]?["redirectURL"] == "/b")
    #expect(entry["response"]?["content"]?["encoding"] == "base64")
    #expect(entry["response"]?["content"]?["text"] == "/w==")
    #expect(entry["response"]?["cookies"] == [["name": "a", "value": "REDACTED"]])
  }
}

/// A cassette recorded from a server that others wrote.
@Suite(.ownThread, .enabled(if: HTTPBin.isExpected, "there is no gunicorn with httpbin"))
struct CassettePeerTests {
  private static let targets = [
    "get?a=b", "headers", "json", "html", "xml", "image/png", "gzip", "deflate", "encoding/utf8",
    "bytes/5000?seed=1", "stream/5", "redirect/2", "status/418", "basic-auth/ada/secret-basic",
    "bearer", "anything?token=secret-query", "cookies/set/sid/secret-cookie", "cookies",
  ]

  /// Sends all requests, and returns the responses.
  private func ask(
    _ url: String, _ cassette: HTTPSession.Cassette, secret: String
  ) async throws -> [HTTP.Response] {
    let session = try HTTPSession(url) {
      $0.acceptedStatuses = .any
      $0.cookies = HTTPSession.CookieStorage()
      $0.authentication.allowsSecretsInClear = true
      $0.interceptors.append(cassette.interceptor)
    }
    var responses: [HTTP.Response] = []
    for target in Self.targets {
      var request = HTTP.Request.get(.reference(target))
      if target == "bearer" {
        request.headers[.authorization] = HTTP.FieldValue("Bearer \(secret)-bearer")
      }
      if target == "headers" { request.headers["X-Api-Key"] = "\(secret)-key" }
      responses.append(try await session.send(request))
    }
    responses.append(
      try await session.post("post", .json(["password": "\(secret)-body", "plain": "1"])))
    await session.shutdown()
    return responses
  }

  @Test func `a cassette of httpbin has no secrets and replays identical responses`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let server = try await HTTPBin()
    let cassette = try HTTPSession.Cassette(file: path)
    let recorded = try await ask(server.url, cassette, secret: "secret")
    try await cassette.save()
    let text = String(decoding: try Files.contents(of: path), as: UTF8.self)
    // One is in a path, which no rule names; it is found by the field that contains it.
    for secret in ["secret-cookie", "secret-key", "secret-bearer", "secret-body", "secret-query"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    let strict = try HTTPSession.Cassette(file: path, .strict)
    let replayed = try await ask(server.url, strict, secret: "secret")
    #expect(strict.unusedCount == 0)
    for (target, pair) in zip(Self.targets + ["post"], zip(recorded, replayed)) {
      let (first, second) = pair
      #expect(first.status == second.status, "\(target)")
      if !first.text.contains("secret-") { #expect(first.body == second.body, "\(target)") }
      #expect(!second.text.contains("secret-cookie") && !second.text.contains("secret-body"))
    }
    let same = zip(recorded, replayed).count { $0.body == $1.body }
    #expect(same >= Self.targets.count - 6)
  }
}
