import ApusBytes
import ApusCaching
import ApusHTTP

/// A random sequence of requests, responses, failures and clock changes, with a model that checks
/// each response of a cache.
///
/// The content of each response is a unique number. The model finds the response's directives, its
/// user and the time of the server's last confirmation by this number.
struct CacheHistory {
  /// The properties of a response that the cache model knows.
  private struct Truth {
    let path: Int
    let user: Int
    let language: Int
    let isVaried: Bool
    let control: Control
    /// The monotonic time of the server's last confirmation of the response.
    var confirmed: Int64
    var isInvalid = false
  }

  /// The cache directives of a response.
  private struct Control {
    var maxAge: Int64?
    var noStore = false
    var noCache = false
    var mustRevalidate = false
    var isPrivate = false
    var isPublic = false
    var staleWhileRevalidate: Int64 = 0
    var staleIfError: Int64 = 0
    var age: Int64 = 0

    var text: String {
      var parts: [String] = []
      if let maxAge { parts.append("max-age=\(maxAge)") }
      if noStore { parts.append("no-store") }
      if noCache { parts.append("no-cache") }
      if mustRevalidate { parts.append("must-revalidate") }
      if isPrivate { parts.append("private") }
      if isPublic { parts.append("public") }
      if staleWhileRevalidate > 0 {
        parts.append("stale-while-revalidate=\(staleWhileRevalidate)")
      }
      if staleIfError > 0 { parts.append("stale-if-error=\(staleIfError)") }
      return parts.joined(separator: ", ")
    }
  }

  /// A request in the random request sequence.
  private struct Wish {
    let path: Int
    let user: Int
    let language: Int
    let control: String
    let maxStale: Int64
    let request: Caching.Request
  }

  private var random: Dice
  private let isShared: Bool
  private let cache: Caching.Cache
  private var truths: [Int: Truth] = [:]
  private var steady: Int64 = 1_000
  private var wall: Int64 = 1_793_491_200
  private var era: UInt64 = 1
  private let clockIsSet: Bool
  private var serverFails = false
  /// The number of responses that the cache served without the server.
  private(set) var hitCount = 0

  init(seed: UInt64, isShared: Bool) {
    random = Dice(seed)
    self.isShared = isShared
    clockIsSet = random.below(2) == 0
    var rules = Caching.Rules()
    rules.isShared = isShared
    let secret = [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: 32)
    let budget = random.below(8) == 0 ? 3_000 : 1 << 20
    cache = Caching.Cache(
      Caching.MemoryStore(byteBudget: budget, entryByteLimit: budget),
      keying: Caching.Keying(secret: secret.span), rules: rules)
  }

  private var now: Caching.Moment {
    Caching.Moment(
      HTTP.Date(secondsSinceEpoch: wall), steady: .init(era: era, seconds: steady))
  }

  /// Performs a number of random steps and returns a description of the first violation, or `nil`
  /// if the cache follows the model.
  mutating func play(steps: Int) async throws -> String? {
    for step in 0..<steps {
      passTime()
      serverFails = random.below(8) == 0
      if let fault = try await ask() { return "step \(step): \(fault)" }
    }
    return nil
  }

  private mutating func passTime() {
    let seconds = Int64(random.below(6))
    steady += seconds
    wall += seconds
    guard random.below(6) == 0 else { return }
    if clockIsSet {
      // The wall clock is set forward or back by up to a quarter of an hour.
      wall += Int64(random.below(1_800)) - 900
    } else {
      // A new era of the monotonic clock means that the machine was restarted.
      era += 1
    }
  }

  private mutating func wish() throws -> Wish {
    let (path, user, language) = (random.below(2), random.below(2), random.below(2))
    let controls = [
      "", "", "", "no-cache", "max-age=2", "max-stale=3", "only-if-cached", "no-store",
    ]
    let control = controls[random.below(controls.count)]
    var request = Caching.Request(
      random.below(10) == 0 ? .post : .get, try HTTP.URL("https://example.com/\(path)"))
    request.fields["Accept-Language"] = language == 0 ? "de" : "en"
    if user > 0 { request.fields[.authorization] = .sensitive("Bearer \(user)") }
    if !control.isEmpty { request.fields[.cacheControl] = HTTP.FieldValue(control) }
    return Wish(
      path: path, user: user, language: language, control: control,
      maxStale: control == "max-stale=3" ? 3 : 0, request: request)
  }

  private mutating func ask() async throws -> String? {
    let wish = try wish()
    switch await cache.step(for: wish.request, at: now) {
    case .refuse(let head, _):
      return wish.control == "only-if-cached" && head.status == 504 ? nil : "refused"
    case .serve(let response, let revalidation):
      hitCount += 1
      let fault = try await judge(
        response, wish, allowance: revalidation == nil ? .none : .whileRevalidating)
      if let fault { return fault }
      return if let revalidation { try await send(revalidation, wish) } else { nil }
    case .send(let fetch):
      if wish.control == "only-if-cached", wish.request.method == .get { return "sent" }
      return try await send(fetch, wish)
    }
  }

  private mutating func send(_ fetch: Caching.Fetch, _ wish: Wish) async throws -> String? {
    if serverFails {
      guard let response = await fetch.failed(at: now) else { return nil }
      return try await judge(response, wish, allowance: .onError)
    }
    let exchange = Caching.Exchange(requested: now, received: now)
    if let tag = fetch.fields[.ifNoneMatch], random.below(2) == 0 {
      return try await confirm(tag, fetch, exchange, wish)
    }
    let (head, number) = answer(to: wish)
    if wish.request.method == .post, head.status == .ok {
      for key in truths.keys where truths[key]?.path == wish.path { truths[key]?.isInvalid = true }
    }
    switch await fetch.received(head, exchange) {
    case .deliver(_, let recording, _):
      await recording?.write(Array("\(number)".utf8))
      // One tenth of the responses have truncated content.
      if random.below(10) == 0 {
        await recording?.discard()
        truths[number]?.isInvalid = true
      } else {
        await recording?.finish()
      }
      return nil
    case .serve(let response): return try await judge(response, wish, allowance: .onError)
    case .sendAgain: return "sent again after a response of its own"
    }
  }

  /// Confirms the cached response with an entity tag, which sometimes differs from the tag in the
  /// request.
  private mutating func confirm(
    _ tag: HTTP.FieldValue, _ fetch: Caching.Fetch, _ exchange: Caching.Exchange, _ wish: Wish
  ) async throws -> String? {
    let isOther = random.below(4) == 0
    let number = Int(tag.text.split(separator: "\"").first ?? "") ?? -1
    let text = isOther ? "\"other\"" : tag.text
    let head = HTTP.ResponseHead(
      .notModified, fields: [.etag: HTTP.FieldValue(text), .date: HTTP.FieldValue("\(now.wall)")])
    if !isOther { truths[number]?.confirmed = steady }
    switch await fetch.received(head, exchange) {
    case .serve(let response):
      return isOther
        ? "a 304 of another tag" : try await judge(response, wish, allowance: .validated)
    case .sendAgain(let other): return try await send(other, wish)
    case .deliver: return "a 304 was delivered"
    }
  }

  /// Returns a response of the server with random cache directives.
  private mutating func answer(to wish: Wish) -> (head: HTTP.ResponseHead, number: Int) {
    let number = truths.count
    var control = Control()
    control.maxAge = random.below(5) == 0 ? nil : Int64(random.below(12))
    control.noStore = random.below(8) == 0
    control.noCache = random.below(8) == 0
    control.mustRevalidate = random.below(4) == 0
    control.isPrivate = random.below(6) == 0
    control.isPublic = random.below(4) == 0
    if random.below(4) == 0 { control.staleWhileRevalidate = 4 }
    if random.below(4) == 0 { control.staleIfError = 6 }
    if random.below(4) == 0 { control.age = Int64(random.below(4)) }
    let isVaried = random.below(2) == 0
    truths[number] = Truth(
      path: wish.path, user: wish.user, language: wish.language, isVaried: isVaried,
      control: control, confirmed: steady)
    var head = HTTP.ResponseHead(random.below(8) == 0 ? 404 : .ok)
    head.fields[.date] = HTTP.FieldValue("\(now.wall)")
    if !control.text.isEmpty { head.fields[.cacheControl] = HTTP.FieldValue(control.text) }
    if control.age > 0 { head.fields[.age] = HTTP.FieldValue("\(control.age)") }
    if isVaried { head.fields[.vary] = "Accept-Language" }
    if random.below(2) == 0 { head.fields[.etag] = HTTP.FieldValue("\"\(number)\"") }
    return (head, number)
  }

  /// The reason that a cache may serve a stale response.
  private enum Allowance {
    case none, whileRevalidating, onError, validated
  }

  /// Returns the caching rule that a response from the cache violates, or `nil` if the response
  /// violates no rule.
  private func judge(
    _ response: Caching.Cache.Response, _ wish: Wish, allowance: Allowance
  ) async throws -> String? {
    var body: [UInt8] = []
    while let piece = try await response.content?.next() { body += piece }
    guard let number = Int(String(decoding: body, as: UTF8.self)), let truth = truths[number] else {
      return "content that was never sent"
    }
    let control = truth.control
    if truth.path != wish.path { return "another URL's response" }
    if truth.user != wish.user { return "another identity's response" }
    if truth.isVaried, truth.language != wish.language { return "another language's response" }
    if truth.isInvalid { return "an invalidated response" }
    if control.noStore || wish.control == "no-store" { return "a response that must not be stored" }
    if isShared, control.isPrivate { return "a response for one user" }
    if isShared, wish.user > 0, !control.isPublic, !control.mustRevalidate {
      return "a response to a request with credentials"
    }
    if allowance == .validated { return nil }
    if control.noCache || wish.control == "no-cache" { return "a response that must be validated" }
    // A validated response has an age of zero, and a new response may be older.
    let age = steady - truth.confirmed
    var allowed = max(0, control.maxAge ?? 0) - 1
    if !control.mustRevalidate {
      var staleness = wish.maxStale
      if allowance == .whileRevalidating { staleness = max(staleness, 4) }
      if allowance == .onError { staleness = max(staleness, control.staleIfError) }
      if staleness > 0 { allowed += staleness + 1 }
    }
    if age > allowed { return "\(age) s old, but \(allowed) s are allowed" }
    if wish.control == "max-age=2", age > 2, allowance != .onError { return "older than requested" }
    let said = response.head.fields[.age].flatMap { Int64($0.text) } ?? -1
    return said >= age ? nil : "\(age) s old, with an Age of \(said) s"
  }
}

/// A pseudorandom number generator with a seed.
struct Dice {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 0x1234_5678_9abc_def1 }

  /// Returns a random number that is at least zero and less than a limit.
  mutating func below(_ limit: Int) -> Int {
    state = state &+ 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
