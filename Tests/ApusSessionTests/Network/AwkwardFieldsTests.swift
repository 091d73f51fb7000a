import ApusAuthentication
import ApusCookies
import ApusHTTP
import ApusNet
import ApusSerialization
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Random values of fields, and damaged files, in a session with all of its features.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct AwkwardFieldsTests {
  /// Numbers that depend on a seed alone.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
      return mixed ^ mixed >> 31
    }
  }

  private static let numbers = [
    "0", "1", "-1", "60", "9223372036854775807", "9223372036854775808", "99999999999999999999", "",
    "1.5", " 7", "0x1", "\u{661}",
  ]

  private static let dates = [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Fri, 31 Dec 9999 23:59:59 GMT",
    "Thu, 01 Jan 0000 00:00:00 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMT", "0", "yesterday", "Sun, 31 Feb 2026 24:60:61 GMT",
  ]

  private static let places = [
    "/", "", "//", "http://", "https://b.test/x", "http://a.test:99999/", "//[::1]/", "?", "#f",
    "https://a.test/\u{7f}", "javascript:1", "/a/../../b", "https://u:p@a.test/", "/%zz",
  ]

  /// Returns a random value for a field with a grammar of its own.
  private static func value(of name: HTTP.FieldName, _ random: inout Numbers) -> String {
    func one(_ all: [String]) -> String { all.randomElement(using: &random) ?? "" }
    let number = one(numbers)
    switch name {
    case .cacheControl:
      return (0..<Int.random(in: 1...4, using: &random)).map { _ in
        one(["max-age=", "s-maxage=", "stale-while-revalidate=", "stale-if-error=", "min-fresh="])
          + one(numbers) + one(["", ", no-cache", ", private=\"x", ", must-understand", ",,,"])
      }.joined(separator: ", ")
    case "Age": return number
    case .date, "Expires", .lastModified: return one(dates)
    case "Vary": return one(["*", "accept", "accept, *", ",", "x y", "authorization"])
    case .setCookie:
      return one(["a=b", "=", ";", "__Host-a=b", "a=b; Max-Age=\(number)"])
        + one(["", "; Domain=test", "; Expires=\(one(dates))", "; Path=", "; Secure; HttpOnly"])
    case .location: return one(places)
    case "Retry-After": return one(numbers + dates)
    case "Strict-Transport-Security":
      return "max-age=\(number)\(one(["", "; includeSubDomains", ";;", "; max-age=1"]))"
    case .wwwAuthenticate:
      return one([
        "Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\"", "Digest", "Basic",
        "Digest realm=\"r\", nonce=\"\", algorithm=x", "Negotiate", "=", "Bearer error=\"x",
      ])
    case .contentRange:
      return one(["bytes 0-\(number)/\(number)", "bytes */\(number)", "bytes", "lines 0-1/2"])
    case "Content-Encoding": return one(["gzip", "deflate", "x", "", "gzip, gzip", "identity"])
    case .contentType: return one(["text/plain; charset=\(number)", "/", "text/event-stream", ";"])
    default: return one(["\"a\"", "W/\"a\"", "a", "", "*", "\"a"])
    }
  }

  private static let names: [HTTP.FieldName] = [
    .cacheControl, "Age", .date, "Expires", .lastModified, "Vary", .setCookie, .location,
    "Retry-After", "Strict-Transport-Security", .wwwAuthenticate, .contentRange, "Content-Encoding",
    .contentType, .etag,
  ]

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `each call with random response fields ends with a response or a typed error`(
    seed: UInt64
  ) async throws {
    let random = Lock(Numbers(state: seed &* 0x1234_5678_9abc))
    let service = PairService { _, _ in
      random.withLock { random in
        let codes = [200, 200, 203, 204, 206, 301, 302, 307, 304, 401, 404, 416, 429, 500, 503]
        var response = HTTP.Response(
          HTTP.Status(codes.randomElement(using: &random) ?? 200), body: [0x61, 0x62])
        for name in Self.names.shuffled(using: &random).prefix(5) {
          let text = Self.value(of: name, &random)
          response.headers.append(name, HTTP.FieldValue(text))
        }
        return response
      }
    }
    let session = try service.session {
      $0.cache = try .inMemory()
      $0.cookies = HTTPSession.CookieStorage()
      $0.strictTransport = HTTPSession.StrictTransport()
      $0.retry = .atOnce(2)
      $0.retry.retryAfterLimit = .zero
      $0.authentication.onChallenge = { _ in
        .useCredential(.password(Authentication.Secret("p"), user: "u"))
      }
    }
    var ended = 0
    for number in 0..<1_500 {
      let target = HTTP.Target.reference("\(number % 7)")
      let request = number % 5 == 0 ? HTTP.Request.post(target, .bytes([1])) : .get(target)
      do {
        try await session.send(request)
        ended += 1
      } catch is HTTPSessionError {
        ended += 1
      }
    }
    #expect(ended == 1_500 && service.requests.count > 500)
    #expect(
      service.requests.allSatisfy { $0.headers.allSatisfy { !$0.value.bytes.contains(0x0a) } })
    await session.shutdown()
  }

  /// Changes some bytes of a file, cuts it off, or repeats a part of it.
  private static func damaged(_ whole: [UInt8], _ random: inout Numbers) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeSubrange(place...)
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
      default:
        bytes[place] = [0x22, 0x2c, 0x7b, 0x30, 0x2d, 0x00, 0xff].randomElement(using: &random)!
      }
    }
    return bytes
  }

  @Test func `a damaged recording is an error, or its responses can be sent`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let service = PairService { request, _ in
      HTTP.Response(
        200, headers: ["Content-Type": "application/json", "Set-Cookie": "a=b"],
        body: Array("{\"path\":\"\(request.path)\"}".utf8))
    }
    let recording = try HTTPSession.Cassette(file: path)
    let session = service.session { $0.interceptors.append(recording.interceptor) }
    for target in ["a", "b?c=d"] as [HTTP.Target] { try await session.send(.get(target)) }
    try await session.post("e", .json(["f": 1]))
    try await recording.save()
    let whole = try Files.contents(of: path)
    var random = Numbers(state: 31)
    var readable = 0
    for _ in 0..<1_000 {
      try folder.replace("c.json", with: Self.damaged(whole, &random))
      guard let cassette = try? HTTPSession.Cassette(file: path, .strict) else { continue }
      readable += 1
      let replaying = service.session { $0.interceptors.append(cassette.interceptor) }
      for target in ["a", "b?c=d"] as [HTTP.Target] {
        guard let response = try? await replaying.send(.get(target)) else { continue }
        for field in response.headers { #expect(!field.value.bytes.contains(0x0a)) }
      }
    }
    #expect(readable > 20 && readable < 1_000 && service.requests.count == 3)
  }

  @Test func `a damaged archive of cookies or settings is an error, or is a valid one`() throws {
    let cookies = HTTPSession.CookieStorage()
    try cookies.set("sid", "value", for: "https://a.test/")
    try cookies.set("theme", "dark", for: "https://b.test/")
    var configuration = HTTPSession.Configuration()
    configuration.headers["X-Field"] = "value"
    configuration.retry = .idempotent(attempts: 3)
    configuration.timeouts.total = .seconds(9)
    let now = try #require(cookies.cookies.first?.created)
    let jar = try JSONCoder().encode(cookies.withJar { $0.archive(at: now) })
    let settings = try JSONCoder().encode(configuration)
    var random = Numbers(state: 32)
    var readable = 0
    for _ in 0..<1_000 {
      let bytes = Self.damaged(jar, &random)
      if let read = try? JSONCoder().decode(CookieArchive.self, from: bytes) {
        readable += 1
        let restored = HTTPSession.CookieStorage()
        restored.withJar { _ = $0.restore(read, at: now) }
        // The program gets no cookie that no server could have set.
        for cookie in restored.cookies {
          #expect(!cookie.name.utf8.contains(0) && !cookie.name.utf8.contains(0x3b))
        }
      }
      let other = Self.damaged(settings, &random)
      if let read = try? JSONCoder().decode(HTTPSession.Configuration.self, from: other) {
        readable += 1
        // Invalid settings are errors of the session, and never traps.
        _ = try? HTTPSession("https://a.test/", configuration: read)
      }
    }
    #expect(readable > 20 && readable < 2_000)
  }
}
