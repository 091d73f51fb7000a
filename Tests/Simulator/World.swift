import ApusAuthentication
import ApusBytes
import ApusCaching
import ApusCookies
import ApusHTTP
import ApusImages
import ApusNet
import ApusSerialization
import ApusSession
import ApusTLS
import ApusTestServer
import ApusX509
import LongRun

/// A simulation of one plan: the servers, the sessions and the calls on one virtual clock.
struct World: Sendable {
  let plan: Plan
  let journal: Journal
  private let clock: ManualClock
  private let folder: String

  /// The result of a simulation.
  struct Outcome: Sendable {
    var violations: [String]
    var hash: UInt64
    var eventCount: Int
    var counts: [String: Int]
  }

  /// The start of the virtual clock: 1 November 2026.
  private static let wallStart: Int64 = 1_793_491_200_000

  private init(_ plan: Plan, _ folder: String, printsTrace: Bool) {
    self.plan = plan
    self.folder = folder
    let order = Lock(Chance(plan.seed, 3))
    clock = ManualClock(
      wallMilliseconds: Self.wallStart, movesWhenIdle: true, runsBlockingCalls: true,
      nextTask: { count in order.withLock { $0.below(count) } })
    journal = Journal(clock, printsTrace: printsTrace)
  }

  /// Runs the simulation of a plan, with its files in a folder.
  static func run(_ plan: Plan, in folder: String, printsTrace: Bool = false) async -> Outcome {
    let world = World(plan, folder, printsTrace: printsTrace)
    let journal = world.journal
    do {
      try await TestNetwork.simulate(world.simulation()) { network in try await world.play(network)
      }
    } catch {
      journal.violated("setup: \(error)")
    }
    if journal.openCallCount > 0 {
      journal.violated("once: \(journal.openCallCount) calls are open")
    }
    return Outcome(
      violations: journal.violations, hash: journal.hash, eventCount: journal.eventCount,
      counts: journal.counts)
  }

  private func simulation() throws -> Simulation {
    let authority = try Identities.shared.get()
    return Simulation(
      clock: clock, authority: authority.authority, random: SeededRandom(plan.seed),
      security: { [plan] host in try authority.security(host, plan.has(.clientIdentity)) },
      conduct: { [plan, journal] in SeededConduct(plan, $0, $1, journal) },
      ended: { [journal] load in
        if load.waiting > 0 || load.sockets > 0 || load.timers > 0 {
          journal.violated("load: \(load) at the end")
        }
      })
  }

  private func play(_ network: TestNetwork) async throws {
    let model = Model(plan, journal)
    try serve(network, Servers(plan: plan, model: model, journal: journal))
    let cassettes =
      plan.has(.recording)
      ? try (0..<Plan.sessionCount).map {
        try HTTPSession.Cassette(file: "\(folder)/\(plan.seed)-\($0).tape")
      } : []
    let sessions = try makeSessions(network, cassettes)
    let images = makeDownloaders(sessions)
    await withDiscardingTaskGroup { group in
      if let shutdown = plan.shutdown {
        group.addTask {
          try? await network.sleep(for: .milliseconds(shutdown))
          let left = await sessions[0].shutdown(within: .milliseconds(shutdown % 700))
          journal.note("shutdown with \(left) calls")
        }
      }
      for call in plan.calls {
        group.addTask {
          try? await network.sleep(for: .milliseconds(call.start))
          await Caller(
            call, sessions[call.session], images[call.session], model, network, folder
          ).run()
        }
      }
    }
    for session in sessions {
      let left = await session.shutdown(within: .seconds(200))
      journal.note("shutdown with \(left) calls at the end")
      let gauges = session.gauges
      if gauges.open + gauges.waiting + gauges.tasks > 0 || !session.tasks.isEmpty {
        journal.violated("rest: \(gauges) and \(session.tasks.count) tasks after the shutdown")
      }
    }
    // A cache does not wait for the end of a slow operation.
    if plan.has(.slowStore) { try await network.sleep(for: SlowStore.limit) }
    for cassette in cassettes {
      if Secret.isContained(in: try cassette.har()) {
        journal.violated("cassette: a recording has a secret")
      }
    }
    for index in sessions.indices where plan.addsStrictHost(to: index) {
      try Files.remove(hostsFile(ofSession: index))
    }
  }

  private func serve(_ network: TestNetwork, _ servers: Servers) throws {
    for text in Set(plan.origins + Plan.hosts.map { "https://\($0)" }).sorted() {
      let origin = try HTTP.URL(text).origin
      try network.serve(text) { request in servers.answer(request, origin) }
    }
    guard plan.has(.forwardProxy) || plan.has(.tunnel) else { return }
    try network.serve(Self.proxy) { [weak network] request in
      let target = request.head.target.text
      guard request.method == .connect else {
        // A forward proxy is the server itself: it responds in the place of the origin.
        return servers.answer(request, try HTTP.URL(target).origin)
      }
      journal.count("proxy tunnel")
      guard let network else { throw TestServerError.clientLeft }
      let other = try await network.connect(to: try HTTP.URL("https://\(target)").origin)
      return .connection { connection in
        try await connection.write("HTTP/1.1 200 OK\r\n\r\n")
        try await connection.tunnel(to: other)
      }
    }
  }

  static let proxy = "http://proxy.test:3128"
}

// MARK: Sessions

extension World {
  private func makeSessions(
    _ network: TestNetwork, _ cassettes: [HTTPSession.Cassette]
  ) throws -> [HTTPSession] {
    var cache: HTTPSession.ResponseCache?
    if plan.has(.privateCache) || plan.has(.sharedCache) {
      let store = Caching.MemoryStore(byteBudget: 1 << 20)
      cache = HTTPSession.ResponseCache(
        plan.has(.slowStore) ? SlowStore(store, plan, network, journal) : store,
        keying: try Caching.Keying(using: SeededRandom(plan.seed ^ 1)))
      cache?.rules.isShared = plan.has(.sharedCache)
      cache?.rules.staleIfErrorSeconds = Int64(plan.staleIfErrorSeconds)
    }
    return try (0..<Plan.sessionCount).map { index in
      try network.session(plan.origins[0]) { configuration in
        configuration.cache = cache
        try configure(&configuration, index, network)
        // A cassette comes after all other interceptors.
        if plan.has(.recording) { configuration.interceptors.append(cassettes[index].interceptor) }
      }
    }
  }

  private func configure(
    _ configuration: inout HTTPSession.Configuration, _ index: Int, _ network: TestNetwork
  ) throws {
    let base = plan.origins[0]
    configuration.monitors.append(CallEnds(journal))
    configuration.pool.connectionsPerHost = 1 + Int(plan.seed % 5)
    configuration.headers["X-Key"] = .sensitive(Secret.make("k", index, base))
    configuration.authentication.allowsSecretsInClear = true
    if plan.has(.retry) {
      configuration.retry = .idempotent(attempts: 1 + Int(plan.seed % 4), budget: nil)
    }
    if plan.has(.cookies) {
      configuration.cookies = HTTPSession.CookieStorage(CookieJar(), .manual(clock))
    }
    if plan.has(.strictTransport) {
      configuration.strictTransport = try strictTransport(ofSession: index)
    }
    if plan.has(.forwardProxy) || plan.has(.tunnel) {
      configuration.proxies = try .list([.http("proxy.test:3128")])
    }
    if plan.has(.basic) || plan.has(.digest) {
      for origin in plan.origins {
        try configuration.authentication.credentials.set(
          .password(
            Authentication.Secret("pw"), user: Secret.make("w", index, origin)), for: origin)
      }
    }
    try addInterceptors(&configuration, index, network)
    guard plan.isSecure else { return }
    let identities = try Identities.shared.get()
    if plan.has(.pins) {
      configuration.tls.pins = [
        .host("a.test", try identities.pin("a.test"), backup: try identities.pin("b.test"))
      ]
    }
    if plan.has(.clientIdentity) {
      configuration.tls.identities = [.host("a.test", .fixed(identities.client))]
    }
  }

  /// Returns the hosts that require TLS. A full table must not lose the host of the program.
  private func strictTransport(ofSession index: Int) throws -> HTTPSession.StrictTransport {
    guard plan.addsStrictHost(to: index) else { return HTTPSession.StrictTransport(.manual(clock)) }
    let path = hostsFile(ofSession: index)
    try Files.append(Self.strictHosts, to: FilePath(path))
    let strict = try HTTPSession.StrictTransport(file: path, .manual(clock))
    try strict.add(Model.addedHost)
    return strict
  }

  private func hostsFile(ofSession index: Int) -> String {
    "\(folder)/\(plan.seed)-\(index).hosts"
  }

  /// The file of as many hosts as a table can contain.
  private static let strictHosts: [UInt8] = (0..<64).flatMap { domain in
    (0..<64).flatMap { host in
      Array("h\(host).d\(domain).test\tFALSE\t\(wallStart / 1_000 + 90_000)\n".utf8)
    }
  }

  /// Makes a downloader of shared values for each session, with one cache for all of them.
  private func makeDownloaders(_ sessions: [HTTPSession]) -> [Downloader<[UInt8]>] {
    let cache = ImageCache<[UInt8]>(cost: { $0.count })
    return sessions.map {
      Downloader(
        loader: $0, serializer: DataResponseSerializer(), cache: cache, maximumActiveDownloads: 2,
        executor: CurrentTask.preferredExecutor)
    }
  }

  private func addInterceptors(
    _ configuration: inout HTTPSession.Configuration, _ index: Int, _ network: TestNetwork
  ) throws {
    let plan = plan
    let base = plan.origins[0]
    if plan.has(.bearer) {
      configuration.interceptors.append(
        try .bearer(for: base, inClear: true) {
          HTTPSession.AccessToken(
            Authentication.Secret(Secret.make("t", index, base)), expiresIn: .seconds(2))
        })
    }
    if plan.has(.interceptor) {
      configuration.interceptors.append { request, next in
        var request = request
        request.headers["X-Seen"] = "1"
        try? await network.sleep(for: plan.pause(ofCall: request.headers["X-Call"]?.text))
        return try await next(request)
      }
    }
    if plan.has(.callInterceptor) {
      configuration.callInterceptors.append { request, next in
        var answer = try await next(request)
        answer.headers["X-Passed"] = "1"
        return answer
      }
    }
  }
}

/// The certificates of the simulated servers and of the client, which all simulations share.
final class Identities: Sendable {
  static let shared = Result { try Identities() }

  let authority: TestAuthority
  let client: TLS.Identity
  private let securities = Lock<[String: (TestServer.Security, X509.Pin)]>([:])

  private init() throws {
    authority = try TestAuthority(
      "Simulator", keys: .ed25519, at: UnixTime(secondsSinceEpoch: 1_793_400_000))
    client = try authority.client("client", key: .ed25519)
  }

  /// Returns the TLS settings of a host, which may ask for a client certificate.
  func security(_ host: String, _ asks: Bool) throws -> TestServer.Security {
    var security = try facts(host).0
    security.clientMoment = UnixTime(secondsSinceEpoch: 1_793_491_200)
    security.clientRoots = [authority.root]
    if asks, host == "a.test" { security.configuration.clientCertificates = .required }
    return security
  }

  /// Returns the pin of a host's key.
  func pin(_ host: String) throws -> X509.Pin {
    try facts(host).1
  }

  private func facts(_ host: String) throws -> (TestServer.Security, X509.Pin) {
    try securities.withLock { securities in
      if let known = securities[host] { return known }
      let identity = try authority.server([host], key: .ed25519)
      let made = (try TestServer.Security(identity, root: authority.root), identity.leaf.pin)
      securities[host] = made
      return made
    }
  }
}
