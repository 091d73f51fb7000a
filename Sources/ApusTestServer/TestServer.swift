internal import ApusNet
public import ApusTLS
public import ApusX509

/// A server on this machine's loopback address, for tests of clients.
///
///     let server = try await TestServer { request in
///       .response(HTTP.Response(200, body: request.body))
///     }
///     …
///     await server.shutdown()
///
/// With `tls: .local()` it speaks HTTPS, with a certificate made on the spot: see `Security`. It
/// answers on a port of its own, runs on a thread of its own, and can misbehave on purpose:
/// see `AnswerFault` for answers that go wrong, and `init(connections:)` for anything else.
public final class TestServer: Sendable {
  /// The closure that answers a request.
  public typealias Handler = @Sendable (TestRequest) async -> TestAnswer

  /// The port it listens at.
  public let port: UInt16
  private let loop: EventLoop
  private let listener: Listener
  private let accepting: Task<Void, Never>
  private let state: State

  /// What the tasks of a server share.
  private final class State: Sendable {
    let sockets = Lock<[ObjectIdentifier: Socket]>([:])
    let counts = Lock((connections: 0, requests: 0))
    let security: Lock<Security?>
    let log = SecurityLog()

    init(_ security: Security?) { self.security = Lock(security) }
  }

  /// Creates a server that answers with what a handler says.
  public convenience init(
    port: UInt16 = 0, tls security: Security? = nil, _ handler: @escaping Handler
  ) async throws {
    try await self.init(port: port, tls: security, connections: { try await $0.serve(handler) })
  }

  /// Creates a server that leaves each connection to a closure, and closes it when that returns.
  public init(
    port: UInt16 = 0,
    tls security: Security? = nil,
    connections: @escaping TestConnection.Work
  ) async throws {
    let loop = try EventLoop()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: port), on: loop)
    let state = State(security)
    self.loop = loop
    self.listener = listener
    self.state = state
    self.port = listener.address.port ?? 0
    accepting = Task(executorPreference: loop) {
      await withDiscardingTaskGroup { group in
        while let socket = try? await listener.accept() {
          let id = ObjectIdentifier(socket)
          state.sockets.withLock { $0[id] = socket }
          let number = state.counts.withLock { counts in
            counts.connections += 1
            return counts.connections
          }
          group.addTask {
            try? await Self.serve(socket, number: number, state, connections)
            socket.close()
            state.sockets.withLock { $0[id] = nil }
          }
        }
      }
    }
  }

  private static func serve(
    _ socket: Socket, number: Int, _ state: State, _ work: TestConnection.Work
  ) async throws {
    var security = state.security.withLock(\.self)
    if let fault = security?.fault(number) { security?.configuration.fault = fault }
    try await TestConnection.serve(.socket(socket), number, security, state.log, work) {
      state.counts.withLock { $0.requests += 1 }
    }
  }

  /// The server's URL, which ends in a slash.
  public var url: String {
    security == nil ? "http://127.0.0.1:\(port)/" : "https://localhost:\(port)/"
  }

  /// How it speaks TLS, for connections that are yet to come; nil for plain HTTP.
  public var security: Security? {
    get { state.security.withLock(\.self) }
    set { state.security.withLock { $0 = newValue } }
  }

  /// The root that a client must trust, if it is known.
  public var root: X509.Certificate? { security?.root }

  /// What each handshake that was completed has come to, as far as the last thousands go.
  public var handshakes: [TLS.ServerFacts] { state.log.entries.withLock(\.handshakes) }

  /// Why connections of TLS have failed, as by a client's alert; the last thousands of them.
  ///
  /// A client that leaves without a close_notify is among them, as `truncated`.
  public var tlsErrors: [TLSError] { state.log.entries.withLock(\.errors) }

  /// How many clients have said by a close_notify that they send nothing more.
  public var closeNotifyCount: Int { state.log.entries.withLock(\.closeCount) }

  /// How many connections were accepted.
  public var connectionCount: Int { state.counts.withLock(\.connections) }

  /// How many requests' heads have come.
  public var requestCount: Int { state.counts.withLock(\.requests) }

  /// How many connections are open.
  public var openCount: Int { state.sockets.withLock(\.count) }

  /// Closes every connection that is open, and goes on to listen.
  public func closeConnections() {
    for socket in state.sockets.withLock({ Array($0.values) }) { socket.close() }
  }

  /// Stops listening, and returns when every client has left and nothing of the server is left.
  public func drain() async {
    listener.close()
    await accepting.value
    await loop.shutdown()
  }

  /// Stops listening, closes everything, and returns when nothing of the server is left.
  public func shutdown() async {
    listener.close()
    closeConnections()
    await accepting.value
    await loop.shutdown()
  }
}
