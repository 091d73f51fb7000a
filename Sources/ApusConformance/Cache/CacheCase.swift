import ApusBytes
import ApusCaching
import ApusHTTP
import ApusSerialization

/// A cache test case with its requests, the responses of the origin server, and the expected
/// results.
struct CacheCase {
  /// The result of a cache test case.
  enum Verdict: Equatable {
    case passed
    case failed(String)
    /// The precondition of the case did not occur, so the case was not tested.
    case notTested(String)

    /// The result of an optional cache case as text.
    var answer: String {
      switch self {
      case .passed: "as expected"
      case .failed(let why): "otherwise: \(why)"
      case .notTested(let why): "not reached: \(why)"
      }
    }
  }

  /// The response that the client received in a step of the cache case.
  struct Received {
    /// The head of the received response, or `nil` if the request failed.
    var head: HTTP.ResponseHead?
    var body: [UInt8] = []
    /// A Boolean value that indicates whether the received response is the origin server's response
    /// in this step.
    var isOrigins = false
  }

  let id: String
  let kind: String
  let steps: [JSON.Value]

  init(_ value: JSON.Value) throws(CorpusError) {
    guard let id = value["id"]?.string, let kind = value["kind"]?.string,
      let steps = value["steps"]?.array
    else { throw .missing(key: "id", id: "?") }
    (self.id, self.kind, self.steps) = (id, kind, steps)
  }

  func run() async -> Verdict {
    do {
      var play = try CachePlay(self)
      for index in steps.indices {
        let received = try await play.perform(index)
        if let (check, why) = try play.fault(in: received, at: index) {
          let step = steps[index]
          let isSetup =
            step["setup"]?.bool == true
            || step["setup_checks"]?.array?.contains { $0.string == check } == true
          let text = "step \(index + 1), \(check): \(why)"
          return isSetup ? .notTested(text) : .failed(text)
        }
        play.wait(seconds: steps[index]["pause_after_s"]?.int ?? 0)
      }
      return .passed
    } catch {
      return .failed("\(error)")
    }
  }

  /// Returns the text of a JSON value, which is a string, a date, or the URL of the case.
  static func text(of value: JSON.Value, now: HTTP.Date, url: String) throws(CorpusError) -> String
  {
    if let text = value.string { return text }
    if let suffix = value["case_url"]?.string {
      return suffix.isEmpty ? url : "\(url)/\(suffix)"
    }
    guard let seconds = value["date"]?.int else { throw .missing(key: "value", id: url) }
    let date = HTTP.Date(secondsSinceEpoch: now.secondsSinceEpoch + Int64(seconds))
    guard value["format"]?.string == "rfc850" else { return date.description }
    return rfc850(date)
  }

  /// Returns a date in the obsolete format of RFC 850, such as `Sunday, 06-Nov-94 08:49:37 GMT`.
  private static func rfc850(_ date: HTTP.Date) -> String {
    let words = date.description.split(separator: " ").map(String.init)
    let days = [
      "Sun,": "Sunday", "Mon,": "Monday", "Tue,": "Tuesday", "Wed,": "Wednesday",
      "Thu,": "Thursday", "Fri,": "Friday", "Sat,": "Saturday",
    ]
    return "\(days[words[0]] ?? ""), \(words[1])-\(words[2])-\(words[3].suffix(2)) \(words[4]) GMT"
  }
}

/// A running cache test case with its clock, its origin server and its cache.
struct CachePlay {
  private let scenario: CacheCase
  private let cache: Caching.Cache
  private let url: String
  private var origin: CacheOrigin
  private var now = HTTP.Date(secondsSinceEpoch: 1_793_491_200)
  /// The server's clock time at the previous response.
  private var lastServerNow: HTTP.Date?

  init(_ scenario: CacheCase) throws {
    self.scenario = scenario
    url = "http://cache.test/\(scenario.id)"
    let token = "token-" + String(scenario.id.utf8.reduce(5_381) { $0 &* 33 &+ Int($1) })
    origin = CacheOrigin(token: token, base: now)
    let secret = [UInt8](repeating: 7, count: Caching.Keying.secretByteCount)
    cache = Caching.Cache(Caching.MemoryStore(), keying: Caching.Keying(secret: secret.span))
  }

  mutating func wait(seconds: Int) {
    now = HTTP.Date(secondsSinceEpoch: now.secondsSinceEpoch + Int64(seconds))
  }

  /// Sends the request of a cache case step and returns the received response.
  mutating func perform(_ index: Int) async throws -> CacheCase.Received {
    origin.seen = []
    let request = try request(of: index)
    switch await cache.step(for: request, at: Caching.Moment(now)) {
    case .refuse(let head, _): return CacheCase.Received(head: head)
    case .serve(let response, let revalidation):
      let received = try await collect(response)
      if let revalidation { _ = try await send(revalidation, request, index) }
      return received
    case .send(let fetch): return try await send(fetch, request, index)
    }
  }

  private func request(of index: Int) throws -> Caching.Request {
    let step = scenario.steps[index]["request"] ?? .object([:])
    var text = url + (step["path_suffix"]?.string ?? "")
    if let query = step["query"]?.string { text += "?\(query)" }
    let target = try HTTP.URL(text)
    var request = Caching.Request(HTTP.Method(step["method"]?.string ?? "GET"), target)
    for header in step["headers"]?.array ?? [] {
      guard let name = header["name"]?.string, let value = header["value"] else { continue }
      let text = try CacheCase.text(
        of: value, now: lastServerNow ?? now, url: target.requestTarget)
      request.fields.append(HTTP.FieldName(name), HTTP.FieldValue(text))
    }
    if step["fetch_cache_mode"]?.string == "no-cache" {
      request.fields[.cacheControl] = "max-age=0"
    }
    request.hasContent = step["body"] != nil
    return request
  }

  private mutating func send(
    _ fetch: Caching.Fetch, _ request: Caching.Request, _ index: Int
  ) async throws -> CacheCase.Received {
    let requested = Caching.Moment(now)
    let answer = try origin.answer(
      request.method, request.url, fetch.fields, step: index, of: scenario.steps, now: now)
    guard case .response(let head, let body, let seconds) = answer else {
      guard let response = await fetch.failed(at: Caching.Moment(now)) else {
        return CacheCase.Received()
      }
      return try await collect(response)
    }
    wait(seconds: Int(seconds))
    let exchange = Caching.Exchange(requested: requested, received: Caching.Moment(now))
    switch await fetch.received(head, exchange) {
    case .sendAgain(let other): return try await send(other, request, index)
    case .serve(let response): return try await collect(response)
    case .deliver(let head, let recording, _):
      await recording?.write(body)
      await recording?.finish()
      return CacheCase.Received(head: head, body: body, isOrigins: true)
    }
  }

  private func collect(_ response: Caching.Cache.Response) async throws -> CacheCase.Received {
    var received = CacheCase.Received(head: response.head)
    while let piece = try await response.content?.next() { received.body += piece }
    return received
  }
}

extension CachePlay {
  /// Returns a description of the first failed check of a cache case step, or `nil` if every check
  /// passes.
  mutating func fault(
    in received: CacheCase.Received, at index: Int
  ) throws -> (check: String, why: String)? {
    let expect = scenario.steps[index]["expect"] ?? .object([:])
    guard let head = received.head else {
      return expect["error_is_right"]?.bool == true ? nil : ("status", "an error")
    }
    let serverNow = head.fields["Server-Now"].flatMap { Int64($0.text) }
      .map { HTTP.Date(secondsSinceEpoch: $0 / 1_000) }
    defer { lastServerNow = serverNow ?? lastServerNow }
    if let fault = typeFault(expect["type"]?.string, head, index) { return ("type", fault) }
    let wanted = expect["status"]?.int ?? scenario.steps[index]["origin"]?["status"]?[0]?.int
    if let wanted, expect["status"]?.string != "any", head.status.code != wanted {
      return ("status", "\(head.status)")
    }
    if let fault = try fieldFault(expect, head, serverNow ?? now) { return ("headers", fault) }
    for name in (expect["headers_absent"]?.array ?? []).compactMap(\.string)
    where head.fields.contains(HTTP.FieldName(name)) {
      return ("headers_absent", name)
    }
    if let fault = seenFault(expect) { return ("origin_sees", fault) }
    if let fault = bodyFault(expect["body"], received.body) { return ("body", fault) }
    let isGivenOn = !origin.seen.isEmpty && expect["type"]?.string != "cached"
    guard isGivenOn, let fault = try arrivalFault(head, index, serverNow ?? now) else { return nil }
    return ("headers", fault)
  }

  private func typeFault(_ type: String?, _ head: HTTP.ResponseHead, _ index: Int) -> String? {
    let count = head.fields["Server-Request-Count"].flatMap { Int($0.text) } ?? 0
    let made = head.fields["Client-Request-Count"].flatMap { Int($0.text) } ?? 0
    switch type {
    case "cached": return count < index + 1 && made < index + 1 ? nil : "not cached"
    case "not_cached": return made == index + 1 ? nil : "cached"
    case "etag_validated":
      return origin.seen.contains { $0.fields.contains(.ifNoneMatch) } ? nil : "no If-None-Match"
    case "lm_validated":
      let isSeen = origin.seen.contains { $0.fields.contains(.ifModifiedSince) }
      return isSeen ? nil : "no If-Modified-Since"
    default: return nil
    }
  }

  private func fieldFault(
    _ expect: JSON.Value, _ head: HTTP.ResponseHead, _ serverNow: HTTP.Date
  ) throws -> String? {
    func found(_ name: String?) -> String? { head.fields[HTTP.FieldName(name ?? "")]?.text }
    for name in (expect["headers_present"]?.array ?? []).compactMap(\.string)
    where found(name) == nil {
      return "no \(name)"
    }
    for pair in expect["headers_equal"]?.array ?? [] {
      guard let name = pair["name"]?.string, let value = pair["value"] else { continue }
      let text = try CacheCase.text(of: value, now: serverNow, url: "")
      if found(name) != text { return "\(name): \(found(name) ?? "absent")" }
    }
    for pair in expect["headers_without_value"]?.array ?? [] {
      let text = Array((pair["value"]?.string ?? "").utf8)
      let value = Array((found(pair["name"]?.string) ?? "").utf8)
      let isThere = value.indices.contains { value[$0...].starts(with: text) }
      if isThere { return "\(pair["name"]?.string ?? "") is there" }
    }
    for pair in expect["headers_same_as"]?.array ?? [] {
      let names = (pair.array ?? []).map(\.string)
      if names.count == 2, found(names[0]) != found(names[1]) { return "\(names) differ" }
    }
    for pair in expect["headers_greater_than"]?.array ?? [] {
      let name = pair[0]?.string
      let value = found(name).flatMap { Int($0) }
      guard let value, let limit = pair[1]?.int, value > limit else {
        return "\(name ?? ""): \(found(name) ?? "absent")"
      }
    }
    return nil
  }

  private func seenFault(_ expect: JSON.Value) -> String? {
    let seen = origin.seen.last
    if let method = expect["origin_sees_method"]?.string, seen?.method.name != method {
      return "the origin received no \(method)"
    }
    for name in (expect["origin_sees_headers"]?.array ?? []).compactMap(\.string)
    where seen?.fields.contains(HTTP.FieldName(name)) != true {
      return "the origin received no \(name)"
    }
    for pair in expect["origin_sees_headers_equal"]?.array ?? [] {
      let name = pair["name"]?.string ?? ""
      let value = seen?.fields[HTTP.FieldName(name)]?.text
      if value != pair["value"]?.string {
        return "the origin received \(name): \(value ?? "absent")"
      }
    }
    return nil
  }

  private func bodyFault(_ expected: JSON.Value?, _ body: [UInt8]) -> String? {
    guard let expected, expected.string != "any" else { return nil }
    // A response whose status code forbids content has no content, even if the cache case expects
    // content.
    guard let text = expected["text"]?.string else {
      return body.isEmpty || body == Array(origin.token.utf8) ? nil : "other content"
    }
    return body == Array(text.utf8) ? nil : "other content"
  }

  private func arrivalFault(
    _ head: HTTP.ResponseHead, _ index: Int, _ serverNow: HTTP.Date
  ) throws -> String? {
    var wanted: [(name: String, value: String)] = []
    for header in scenario.steps[index]["origin"]?["headers"]?.array ?? [] {
      guard header["must_arrive"]?.bool == true, let name = header["name"]?.string,
        let value = header["value"]
      else { continue }
      let url = try HTTP.URL(url).requestTarget
      let text = try CacheCase.text(of: value, now: serverNow, url: url)
      if let place = wanted.firstIndex(where: { HTTP.FieldName($0.name) == HTTP.FieldName(name) }) {
        wanted[place].value += ", \(text)"
      } else {
        wanted.append((name, text))
      }
    }
    for (name, value) in wanted where head.fields[HTTP.FieldName(name)]?.text != value {
      return "\(name) did not arrive"
    }
    return nil
  }
}
