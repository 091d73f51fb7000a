internal import ApusBytes
internal import ApusNames
internal import ApusNet
public import ApusSession
public import ApusX509

/// A network of servers and clients within the process for tests, with a single thread and a
/// virtual clock.
///
///     try await TestNetwork.run { network in
///       try network.serve("https://api.example.com") { _ in
///         .response(HTTP.Response(200), .silence)
///       }
///       let api = try network.session("https://api.example.com/")
///       await #expect(throws: HTTPSessionError.self) { try await api.get("report") }
///       #expect(network.elapsed == .seconds(60))
///     }
///
/// The network opens no sockets, and waiting takes no real time. The virtual clock stops while a
/// task works, and advances to the next deadline when all tasks wait. A session behaves as on a
/// real network, including TLS with all of its checks. The only difference is that pipes replace
/// the sockets.
///
/// The complete test must run in the closure and in its child tasks. A task that is created with
/// `Task { }` runs elsewhere, and the clock does not wait for such a task.
public final class TestNetwork: Sendable {
  private let loop: EventLoop
  private let clock: ManualClock
  private let begin: Deadline
  private let authority: TestAuthority
  private let state = Lock(State())
  /// The conditions of a simulation. The value is `nil` for a test without a simulation.
  private let simulation: Simulation?

  private struct State {
    var servers: [HTTP.Origin: ServedOrigin] = [:]
    var sessions: [HTTPSession] = []
    var connections: [UInt64: (channel: MemoryChannel, task: Task<Void, Never>)] = [:]
    var links: [UInt64: SimulatedLink] = [:]
    var last: UInt64 = 0
  }

  private init(_ simulation: Simulation? = nil) throws {
    self.simulation = simulation
    clock = simulation?.clock ?? ManualClock(movesWhenIdle: true)
    loop = try EventLoop(time: .manual(clock))
    begin = clock.now
    authority = try simulation?.authority ?? Self.sharedAuthority.get()
  }

  /// The keys of the test authority are generated once for all networks of a process.
  private static let sharedAuthority = Result { try TestAuthority() }

  /// Runs a test with a network, and removes the network after the test.
  ///
  /// - Parameter body: The test, which runs with the virtual clock of the network.
  public static func run<Value: Sendable>(
    _ body: @concurrent @Sendable (TestNetwork) async throws -> Value
  ) async throws -> Value {
    try await TestNetwork().run(body)
  }

  /// Runs a test with a network whose links follow the conditions of a simulation.
  package static func simulate<Value: Sendable>(
    _ simulation: Simulation, _ body: @concurrent @Sendable (TestNetwork) async throws -> Value
  ) async throws -> Value {
    try await TestNetwork(simulation).run(body)
  }

  private func run<Value: Sendable>(
    _ body: @concurrent @Sendable (TestNetwork) async throws -> Value
  ) async throws -> Value {
    // The clock would move between two calls with the preference for the loop.
    let result = await withTaskExecutorPreference(loop) {
      let result: Result<Value, any Error>
      do { result = .success(try await body(self)) } catch { result = .failure(error) }
      await end()
      return result
    }
    simulation?.ended(loop.census)
    await loop.shutdown()
    return try result.get()
  }

  /// The time that has passed on the virtual clock of the network.
  public var elapsed: Duration { clock.now.remaining(from: begin) ?? .zero }

  /// The root certificate of the network's servers, which the network's sessions trust.
  public var root: X509.Certificate { authority.root }

  /// Advances the virtual clock by a duration. Tasks whose deadlines pass in this time run.
  ///
  /// - Parameter duration: The duration, which takes no real time.
  public func sleep(for duration: Duration) async throws {
    try await loop.sleep(until: loop.time.deadline(after: duration))
  }

  /// Creates a session that connects to the servers of the network and uses the virtual clock.
  ///
  /// A host without a server is an unknown host. The session does not look up names. A proxy of the
  /// session is a server of the network, too. Egress rules and socket paths have no effect in the
  /// network.
  ///
  /// - Parameters:
  ///   - base: The base URL of the session; none by default.
  ///   - configure: The closure that changes the configuration, which trusts the network's
  ///     authority.
  /// - Throws: The error of an invalid setting.
  public func session(
    _ base: String? = nil, _ configure: (inout HTTPSession.Configuration) throws -> Void = { _ in }
  ) throws -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configuration.tls.roots = .only([root])
    try configure(&configuration)
    let random = simulation?.random ?? SystemRandom()
    let session = try HTTPSession(base, configuration, on: loop, random: random) {
      [weak self] (origin, loop, deadline) throws(NetError) in
      guard let self else { throw .closed }
      return try await connect(to: origin, on: loop, until: deadline)
    }
    state.withLock { $0.sessions.append(session) }
    return session
  }
}

// MARK: Servers

extension TestNetwork {
  /// Adds a server that responds to the requests of an origin with a handler.
  /// Returns an object with the counts of the server.
  ///
  ///     let server = try network.serve("https://api.example.com") { request in
  ///       .response(HTTP.Response(200, body: request.body))
  ///     }
  ///
  /// The network's authority issues the certificate of an `https` origin.
  ///
  /// - Parameters:
  ///   - origin: The scheme, the host and the port of the origin.
  ///   - fault: The closure that returns the fault of a connection below HTTP. The argument is the
  ///     number of the connection, counted from 1.
  ///   - handler: The closure that returns the answer to each request, which may have an
  ///     `AnswerFault`.
  @discardableResult
  public func serve(
    _ origin: String,
    fault: @escaping @Sendable (_ connection: Int) -> ConnectionFault? = { _ in nil },
    _ handler: @escaping TestServer.Handler
  ) throws -> ServedOrigin {
    try serve(origin, fault: fault, connections: { try await $0.serve(handler) })
  }

  /// Adds a server that passes each connection of an origin to a closure.
  /// The connection closes when the closure returns.
  ///
  /// - Parameters:
  ///   - origin: The scheme, the host and the port of the origin.
  ///   - fault: The closure that returns the fault of a connection below HTTP. The argument is the
  ///     number of the connection, counted from 1.
  ///   - work: The closure that serves one connection after its handshake.
  @discardableResult
  public func serve(
    _ origin: String,
    fault: @escaping @Sendable (_ connection: Int) -> ConnectionFault? = { _ in nil },
    connections work: @escaping TestConnection.Work
  ) throws -> ServedOrigin {
    let origin = try HTTP.URL(origin).origin
    let host = "\(origin.host)"
    let security =
      !origin.scheme.isSecure
      ? nil : try simulation?.security(host) ?? TestServer.Security(authority, hosts: [host])
    let server = ServedOrigin(origin, security, fault, work)
    state.withLock { $0.servers[origin] = server }
    return server
  }

  /// A server of the test network, with the counts of its connections and requests.
  public final class ServedOrigin: Sendable {
    let origin: HTTP.Origin
    private let security: TestServer.Security?
    private let fault: @Sendable (Int) -> ConnectionFault?
    private let work: TestConnection.Work
    private let counts = Lock((connections: 0, requests: 0))
    private let log = SecurityLog()

    fileprivate init(
      _ origin: HTTP.Origin, _ security: TestServer.Security?,
      _ fault: @escaping @Sendable (Int) -> ConnectionFault?, _ work: @escaping TestConnection.Work
    ) {
      self.origin = origin
      self.security = security
      self.fault = fault
      self.work = work
    }

    /// The number of connection attempts, including failed attempts.
    public var connectionCount: Int { counts.withLock(\.connections) }

    /// The number of received request heads.
    public var requestCount: Int { counts.withLock(\.requests) }

    /// The errors of failed TLS connections, such as a client's alert.
    public var tlsErrors: [TLSError] { log.entries.withLock(\.errors) }

    /// Counts a connection attempt, and returns the connection fault of the attempt.
    fileprivate func admit() -> (number: Int, fault: ConnectionFault?) {
      let number = counts.withLock { counts in
        counts.connections += 1
        return counts.connections
      }
      return (number, fault(number))
    }

    /// Serves a client connection until the connection ends.
    fileprivate func serve(
      _ channel: MemoryChannel, _ number: Int, _ fault: ConnectionFault?, _ authority: TestAuthority
    ) async {
      do {
        if fault == .silent {
          while channel.silence() != .ended {
            try await channel.wait(for: .input, .receive, until: .never)
          }
          return
        }
        var security = security
        if case .certificate(let wrong) = fault {
          security = try wrong.security(of: "\(origin.host)", authority)
        }
        try await TestConnection.serve(
          .memory(FaultyChannel(channel, fault)), number, security, log, work
        ) { self.counts.withLock { $0.requests += 1 } }
      } catch {
        // The client has closed the connection, or a fault has ended the connection.
      }
    }
  }

  /// Connects to the server of an origin, for example on behalf of a simulated proxy.
  package func connect(to origin: HTTP.Origin) async throws(NetError) -> MemoryChannel {
    try await connect(to: origin, on: loop, until: .never)
  }

  /// Connects a client to the server of an origin.
  private func connect(
    to origin: HTTP.Origin, on loop: EventLoop, until deadline: Deadline
  ) async throws(NetError) -> MemoryChannel {
    let address = SocketAddress.ipv4(Self.address, port: origin.port)
    guard let server = state.withLock({ $0.servers[origin] }) else {
      if case .name(let name) = origin.host { throw .unknownName(name) }
      throw .refused(by: address)
    }
    let (number, fault) = server.admit()
    switch fault {
    case .refused: throw .refused(by: address)
    case .unanswered:
      try await loop.sleep(until: deadline)
      throw .timedOut(.connect, address)
    case .silent, .reset, .slow, .certificate, nil: break
    }
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    var (own, other) = MemoryChannel.pair(on: loop, and: loop)
    if let simulation {
      let conduct = simulation.conduct(origin, number)
      try await loop.sleep(until: min(deadline, loop.time.deadline(after: conduct.connectDelay)))
      guard loop.time.now < deadline else { throw .timedOut(.connect, address) }
      let link = SimulatedLink(other, conduct, on: loop)
      other = link.serverEnd
      state.withLock { $0.links[id] = link }
    }
    let task = Task(executorPreference: loop) { [self, other] in
      await server.serve(other, number, fault, authority)
      other.close()
      state.withLock { $0.connections[id] = nil }
    }
    // The task runs later on the same thread, so the state contains the connection before its task
    // begins.
    state.withLock { $0.connections[id] = (other, task) }
    return own
  }

  /// An IPv4 address that is reserved for documentation: RFC 5737.
  private static let address = IPv4Address(192, 0, 2, 1)

  /// Ends all sessions and servers of the test network.
  private func end() async {
    for session in state.withLock(\.sessions) { await session.shutdown() }
    let (connections, links) = state.withLock { state in
      (
        state.connections.sorted { $0.key < $1.key }.map(\.value),
        state.links.sorted { $0.key < $1.key }.map(\.value)
      )
    }
    for connection in connections { connection.channel.close() }
    // A link that loses all bytes does not report the end of a server to the client.
    for link in links { link.close() }
    for connection in connections { await connection.task.value }
    for link in links { await link.end() }
    state.withLock { $0 = State() }
  }
}

extension ConnectionFault.WrongCertificate {
  /// Returns the TLS settings of a server with a wrong certificate.
  fileprivate func security(
    of host: String, _ authority: TestAuthority
  ) throws -> TestServer.Security {
    switch self {
    case .otherHost: try TestServer.Security(authority, hosts: ["other.\(host)"])
    case .otherAuthority: try TestServer.Security(TestAuthority("Another"), hosts: [host])
    case .expired:
      try TestServer.Security(
        authority.server([host]) { builder in
          let day: Int64 = 86_400
          let now = TestAuthority.now.secondsSinceEpoch
          builder.validity = try X509.Validity(from: now - 3 * day, through: now - 2 * day)
        }, root: authority.root)
    }
  }
}
