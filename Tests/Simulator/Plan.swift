import ApusHTTP
import LongRun

/// The features of a session that a plan may combine.
enum Feature: String, CaseIterable, Sendable {
  case redirects, retry, staleReplay, basic, digest, bearer, cookies, privateCache, sharedCache
  case strictTransport, forwardProxy, tunnel, pins, clientIdentity, interceptor, callInterceptor
  case downloads, resumption, events, opening, suspension, limits, shutdown, recording
  case images, slowStore
}

/// A kind of simulation: the features that are always used, and the quality of the links.
struct Scenario: Sendable {
  let name: String
  let features: Set<Feature>
  /// The share of plans whose links have faults, in percent.
  let faultPercentage: Int
  /// The share of plans whose base URL has the scheme `https`, in percent.
  let securePercentage: Int

  static let all: [Scenario] = [
    Scenario(name: "plain", features: [], faultPercentage: 0, securePercentage: 20),
    Scenario(name: "faults", features: [], faultPercentage: 100, securePercentage: 20),
    Scenario(name: "redirects", features: [.redirects], faultPercentage: 20, securePercentage: 40),
    Scenario(
      name: "retries", features: [.retry, .staleReplay], faultPercentage: 60, securePercentage: 10),
    Scenario(
      name: "credentials", features: [.basic, .digest, .redirects], faultPercentage: 10,
      securePercentage: 40),
    Scenario(name: "tokens", features: [.bearer], faultPercentage: 10, securePercentage: 40),
    Scenario(name: "cookies", features: [.cookies], faultPercentage: 10, securePercentage: 50),
    Scenario(
      name: "private cache", features: [.privateCache], faultPercentage: 20, securePercentage: 10),
    Scenario(
      name: "shared cache", features: [.sharedCache], faultPercentage: 20, securePercentage: 10),
    Scenario(
      name: "strict transport", features: [.strictTransport, .redirects], faultPercentage: 10,
      securePercentage: 60),
    Scenario(
      name: "forward proxy", features: [.forwardProxy], faultPercentage: 20, securePercentage: 0),
    Scenario(name: "tunnel", features: [.tunnel], faultPercentage: 20, securePercentage: 100),
    Scenario(
      name: "identities", features: [.pins, .clientIdentity], faultPercentage: 20,
      securePercentage: 100),
    Scenario(
      name: "downloads", features: [.downloads, .resumption], faultPercentage: 50,
      securePercentage: 20),
    Scenario(
      name: "slow stores", features: [.privateCache, .slowStore], faultPercentage: 0,
      securePercentage: 10),
    Scenario(name: "images", features: [.images], faultPercentage: 10, securePercentage: 20),
    Scenario(
      name: "events", features: [.events, .opening], faultPercentage: 30, securePercentage: 10),
    Scenario(
      name: "handles", features: [.suspension, .limits], faultPercentage: 30, securePercentage: 20),
    Scenario(name: "shutdown", features: [.shutdown], faultPercentage: 20, securePercentage: 30),
  ]
}

/// A call of a plan: the request, the behavior of the server, and the treatment of the call.
struct Call: Sendable {
  /// The behavior of the server.
  enum Kind: String, CaseIterable, Sendable {
    case plain, drip, hints, last, stray
    case reset, cut, silence, chunk
    case hop, flaky, door, cache, cookie, strict, file, folder, events, image
  }

  /// The use of the session by the program.
  enum Mode: String, CaseIterable, Sendable {
    case send, stream, partly, open, task, download, folder, events, image
  }

  let id: Int
  /// The index of the session.
  var session = 0
  /// The virtual time of the start, in milliseconds.
  var start = 0
  var kind = Kind.plain
  var mode = Mode.send
  var method = HTTP.Method.get
  /// The index of the origin in `Plan.origins`.
  var origin = 0
  /// The number of content bytes, in both directions.
  var count = 0
  /// The number whose meaning depends on the kind, such as the number of redirects.
  var detail = 0
  /// The user whose credential the request has; 0 for none.
  var user = 0
  /// The limit of the call, in milliseconds.
  var limit: Int?
  /// The virtual time until the task of the call is cancelled, in milliseconds.
  var cancellation: Int?
  /// The steps of a session's task: the pause before each step, in milliseconds, and the step.
  var steps: [(pause: Int, step: Step)] = []
  var language: String?

  enum Step: CaseIterable, Sendable { case suspend, resume, hurry }

  init(_ id: Int) { self.id = id }

  var isSafe: Bool { method == .get }
}

/// A generated session with its servers, links and calls.
struct Plan: Sendable {
  let seed: UInt64
  let scenario: Scenario
  var features: Set<Feature> = []
  var calls: [Call] = []
  var isSecure = false
  /// The probability of a fault at each step of a link, in a millionth.
  var faultRate = 0
  /// The greatest delay of a piece, in microseconds.
  var delay = 0
  /// The greatest number of bytes in a piece.
  var pieceByteCount = 65_536
  /// The virtual time of a shutdown during the calls, in milliseconds.
  var shutdown: Int?

  /// The number of sessions of a plan.
  static let sessionCount = 2
  static let hosts = ["a.test", "b.test", "c.test"]

  /// The origins of the calls; the first is the base of the sessions.
  var origins: [String] {
    let plain = Self.hosts.map { "http://\($0)" }
    return isSecure ? ["https://a.test", "http://a.test", "https://b.test", plain[2]] : plain
  }

  func has(_ feature: Feature) -> Bool { features.contains(feature) }

  /// The time in seconds during which the cache may use a stale response after an error.
  var staleIfErrorSeconds: Int { seed % 3 == 0 ? 30 : 0 }

  /// Returns whether the program adds a host that requires TLS to a session.
  func addsStrictHost(to session: Int) -> Bool {
    has(.strictTransport) && isSecure && (seed &+ UInt64(session)) % 30 == 0
  }

  /// Returns the time that the interceptor of a session takes for each request of a call.
  func pause(ofCall number: String?) -> Duration {
    guard has(.interceptor), let id = number.flatMap({ Int($0) }), id % 3 == 0 else { return .zero }
    return .milliseconds(id &* 40)
  }

  /// Generates the plan of a seed.
  init(_ seed: UInt64, scenario index: Int? = nil, callCount: Int = 20) {
    var chance = Chance(seed, 1)
    self.seed = seed
    let scenario = Scenario.all[index ?? Int(seed % UInt64(Scenario.all.count))]
    self.scenario = scenario
    for feature in Feature.allCases where chance.below(4) == 0 { features.insert(feature) }
    // A plan is shut down early only in its own scenario, since the shutdown ends all other calls.
    if chance.below(4) > 0 { features.remove(.shutdown) }
    features.formUnion(scenario.features)
    if has(.tunnel) || has(.pins) || has(.clientIdentity) {
      isSecure = chance.below(100) < max(50, scenario.securePercentage)
    } else {
      isSecure = chance.below(100) < scenario.securePercentage
    }
    if chance.below(100) < scenario.faultPercentage { faultRate = 1_000 << chance.below(6) }
    delay = [0, 100, 5_000, 200_000][chance.below(4)]
    pieceByteCount = [80, 1_000, 16_384, 65_536][chance.below(4)]
    if has(.shutdown) { shutdown = chance.below(4_000) }
    var time = 0
    for id in 1...callCount {
      var own = Chance(seed, UInt64(id) &+ 1_000)
      // A session does not use a slow store for half a minute.
      time += own.below(3) == 0 ? own.below(has(.slowStore) ? 15_000 : 5_000) : own.below(20)
      calls.append(makeCall(id, at: time, &own))
    }
  }

  private func makeCall(_ id: Int, at time: Int, _ chance: inout Chance) -> Call {
    var call = Call(id)
    call.start = time
    // Half of the plans have fewer identities, so that stored responses are used more often.
    let isNarrow = seed % 4 < 2
    call.session = chance.below(Self.sessionCount)
    if isNarrow, chance.below(8) > 0 { call.session = 0 }
    let kinds = self.kinds
    call.kind = chance.below(4) == 0 ? .plain : kinds[chance.below(kinds.count)]
    call.origin = chance.below(2) == 0 ? 0 : chance.below(origins.count)
    if isNarrow, call.kind == .cache { call.origin = 0 }
    let limit = pieceByteCount < 100 ? 300 : 20_000
    call.count = chance.below(4) == 0 ? chance.below(limit) : chance.below(200)
    if call.kind == .drip { call.count %= 300 }
    call.user = chance.below(isNarrow ? 2 : 3)
    call.method = method(of: call.kind, &chance)
    call.detail = detail(of: call, &chance)
    call.mode = mode(of: call, &chance)
    if chance.below(isNarrow ? 6 : 3) == 0 { call.language = ["en", "de"][chance.below(2)] }
    if has(.limits), chance.below(3) == 0 { call.limit = 1 + chance.below(3_000) }
    if call.kind == .silence { call.limit = call.limit ?? 1 + chance.below(90_000) }
    if chance.below(8) == 0 { call.cancellation = chance.below(1_000) }
    if call.mode == .task, has(.suspension) {
      for _ in 0..<chance.below(5) {
        call.steps.append((chance.below(300), Call.Step.allCases[chance.below(3)]))
      }
    }
    return call
  }

  private func method(of kind: Call.Kind, _ chance: inout Chance) -> HTTP.Method {
    switch kind {
    case .file, .folder, .events, .strict, .cookie: .get
    case .image: [.get, .get, .get, .post][chance.below(4)]
    case .cache: chance.below(6) == 0 ? [.post, .put, .delete][chance.below(3)] : .get
    default: [.get, .get, .get, .post, .post, .put, .delete][chance.below(7)]
    }
  }

  private func detail(of call: Call, _ chance: inout Chance) -> Int {
    switch call.kind {
    case .hop: 1 + chance.below(4)
    case .flaky: chance.below(4)
    case .door: chance.below(3)
    // Few resources in each plan, so that responses are used again.
    case .cache where has(.slowStore) && chance.below(2) == 0: 0
    case .cache: (Int(seed % 1_000) + chance.below(3) * 5) % CacheResource.all.count
    case .file: chance.below(3)
    case .folder: chance.below(5)
    case .image: chance.below(2)
    case .events: 1 + chance.below(8)
    default: chance.below(call.count + 400)
    }
  }

  private func mode(of call: Call, _ chance: inout Chance) -> Call.Mode {
    switch call.kind {
    case .file: return .download
    case .folder: return .folder
    case .image: return .image
    case .events: return .events
    default: break
    }
    var modes: [Call.Mode] = [.send, .send, .send, .stream, .partly]
    if has(.opening) { modes.append(.open) }
    if has(.suspension) { modes += [.task, .task] }
    return modes[chance.below(modes.count)]
  }

  /// The kinds of calls that the features allow.
  var kinds: [Call.Kind] {
    var kinds: [Call.Kind] = [.plain, .drip, .hints, .last, .stray]
    if faultRate > 0 { kinds += [.reset, .cut, .silence, .chunk] }
    if has(.redirects) { kinds += [.hop, .hop, .hop] }
    if has(.retry) { kinds += [.flaky, .flaky] }
    if has(.basic) || has(.digest) { kinds += [.door, .door] }
    if has(.privateCache) || has(.sharedCache) { kinds += Array(repeating: .cache, count: 8) }
    if has(.cookies) { kinds += [.cookie, .cookie, .cookie] }
    if has(.strictTransport) { kinds += [.strict] }
    if has(.downloads) || has(.resumption) { kinds += [.file, .file, .file, .folder] }
    if has(.images) { kinds += [.image, .image, .image, .image] }
    if has(.events) { kinds += [.events, .events] }
    return kinds
  }
}
