internal import ApusBytes
internal import ApusNames
internal import ApusNet
public import ApusSession
public import ApusX509

/// Servers and clients within the process, on one thread and by a clock of their own, for tests.
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
/// No socket is opened and no time is spent: the clock stands still while anything can be done, and
/// moves on to the next deadline when all of it waits. What a session does is what it does on a
/// real network, TLS with all of its checks included: bytes go through pipes instead of sockets.
///
/// All of a test is to run in the closure, and in child tasks of it. A task that is begun by
/// `Task { }` runs elsewhere, where the clock does not wait for it.
public final class TestNetwork: Sendable {
  private let loop: EventLoop
  private let clock: ManualClock
  private let begin: Deadline
  private let authority: TestAuthority
  private let state = Lock(State())

  private struct State {
    var servers: [HTTP.Origin: ServedOrigin] = [:]
    var sessions: [HTTPSession] = []
    var connections: [UInt64: (channel: MemoryChannel, task: Task<Void, Never>)] = [:]
    var last: UInt64 = 0
  }

  private init() throws {
    clock = ManualClock(movesWhenIdle: true)
    loop = try EventLoop(time: .manual(clock))
    begin = clock.now
    authority = try Self.sharedAuthority.get()
  }

  /// Its keys are made once for all networks of a process.
  private static let sharedAuthority = Result { try TestAuthority() }

  /// Runs a test with a network, of which nothing is left afterwards.
  public static func run<Value: Sendable>(
    _ body: @concurrent @Sendable (TestNetwork) async throws -> Value
  ) async throws -> Value {
    let network = try TestNetwork()
    let result: Result<Value, any Error>
    do {
      result = .success(
        try await withTaskExecutorPreference(network.loop) { try await body(network) })
    } catch {
      result = .failure(error)
    }
    await withTaskExecutorPreference(network.loop) { await network.end() }
    await network.loop.shutdown()
    return try result.get()
  }

  /// The time that has passed on the network's clock.
  public var elapsed: Duration { clock.now.remaining(from: begin) ?? .zero }

  /// The root that vouches for the servers; sessions of the network trust it.
  public var root: X509.Certificate { authority.root }

  /// Lets time pass; what comes due meanwhile is done.
  public func sleep(for duration: Duration) async throws {
    try await loop.sleep(until: loop.time.deadline(after: duration))
  }

  /// Creates a session whose connections lead to the servers of this network, and by its clock.
  ///
  /// A host that is not served is unknown. Names are not looked up, and rules of egress, proxies
  /// and paths of sockets mean nothing here.
  public func session(
    _ base: String? = nil, _ configure: (inout HTTPSession.Configuration) throws -> Void = { _ in }
  ) throws -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configuration.tls.roots = .only([root])
    try configure(&configuration)
    let session = try HTTPSession(base, configuration, on: loop) {
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
  /// Serves an origin by what a handler says; returns what tells how often it was asked.
  ///
  ///     let server = try network.serve("https://api.example.com") { request in
  ///       .response(HTTP.Response(200, body: request.body))
  ///     }
  ///
  /// An origin of `https` has a certificate of the network's authority. The closure `fault` says
  /// what goes wrong with a connection beneath HTTP, by the number of the connection, counted from
  /// 1; what may go wrong with an answer stands in `AnswerFault`.
  @discardableResult
  public func serve(
    _ origin: String,
    fault: @escaping @Sendable (_ connection: Int) -> ConnectionFault? = { _ in nil },
    _ handler: @escaping TestServer.Handler
  ) throws -> ServedOrigin {
    try serve(origin, fault: fault, connections: { try await $0.serve(handler) })
  }

  /// Serves an origin, and leaves each connection to a closure, which closes it by returning.
  @discardableResult
  public func serve(
    _ origin: String,
    fault: @escaping @Sendable (_ connection: Int) -> ConnectionFault? = { _ in nil },
    connections work: @escaping TestConnection.Work
  ) throws -> ServedOrigin {
    let origin = try HTTP.URL(origin).origin
    let host = "\(origin.host)"
    let security =
      origin.scheme.isSecure ? try TestServer.Security(authority, hosts: [host]) : nil
    let server = ServedOrigin(origin, security, fault, work)
    state.withLock { $0.servers[origin] = server }
    return server
  }

  /// One origin of the network, and what its clients have done.
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

    /// How often it was tried to connect, in vain or not.
    public var connectionCount: Int { counts.withLock(\.connections) }

    /// How many requests' heads have come.
    public var requestCount: Int { counts.withLock(\.requests) }

    /// Why connections of TLS have failed, as by a client's alert.
    public var tlsErrors: [TLSError] { log.entries.withLock(\.errors) }

    /// Counts an attempt to connect, and says what goes wrong with it.
    fileprivate func admit() -> (number: Int, fault: ConnectionFault?) {
      let number = counts.withLock { counts in
        counts.connections += 1
        return counts.connections
      }
      return (number, fault(number))
    }

    /// Serves a connection until it ends.
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
        // The client has left, or was driven away on purpose.
      }
    }
  }

  /// Connects to the server of an origin.
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
    let (own, other) = MemoryChannel.pair(on: loop, and: loop)
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    let task = Task(executorPreference: loop) { [self] in
      await server.serve(other, number, fault, authority)
      other.close()
      state.withLock { $0.connections[id] = nil }
    }
    // The task runs later, on this very thread.
    state.withLock { $0.connections[id] = (other, task) }
    return own
  }

  /// An address that is for examples alone: RFC 5737.
  private static let address = IPv4Address(192, 0, 2, 1)

  /// Ends the sessions and the servers.
  private func end() async {
    for session in state.withLock(\.sessions) { await session.shutdown() }
    let connections = state.withLock { Array($0.connections.values) }
    for connection in connections { connection.channel.close() }
    for connection in connections { await connection.task.value }
    state.withLock { $0 = State() }
  }
}

extension ConnectionFault.WrongCertificate {
  /// A server of a host that shows such a certificate.
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
