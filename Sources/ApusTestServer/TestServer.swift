internal import ApusNet
public import ApusTLS
public import ApusX509

/// A test server for HTTP clients, which listens on a loopback address of this machine.
///
///     let server = try await TestServer { request in
///       .response(HTTP.Response(200, body: request.body))
///     }
///     let api = try HTTPSession(server.url)
///     await server.shutdown()
///
/// With `tls: .local()`, the server uses HTTPS with a generated certificate. The type `Security`
/// describes the TLS settings. The server has its own port and its own thread. A server can have
/// faults for tests of error handling. The type `AnswerFault` describes the faults of responses.
/// The initializer `init(connections:)` allows all other faults.
public final class TestServer: Sendable {
  /// The closure that responds to a request.
  /// An error of the closure becomes a response with status 500.
  public typealias Handler = @Sendable (TestRequest) async throws -> TestAnswer

  /// The loopback addresses of this machine.
  public enum Address: Sendable, Hashable, CaseIterable {
    /// The IPv4 loopback address 127.0.0.1.
    case ipv4
    /// The IPv6 loopback address ::1, which some containers do not have.
    case ipv6
  }

  /// The loopback address of the server.
  public let address: Address
  /// The TCP port of the test server.
  public let port: UInt16
  private let loop: EventLoop
  private let listener: Listener
  private let accepting: Task<Void, Never>
  private let state: State

  /// The state that the connection tasks of a test server share.
  private final class State: Sendable {
    let sockets = Lock<[ObjectIdentifier: Socket]>([:])
    let counts = Lock((connections: 0, requests: 0))
    let security: Lock<Security?>
    let log = SecurityLog()

    init(_ security: Security?) { self.security = Lock(security) }
  }

  /// Creates a test server that responds to requests with a closure.
  ///
  /// - Parameters:
  ///   - address: The loopback address of the server; 127.0.0.1 by default.
  ///   - port: The port of the server; 0, the default, for a free port.
  ///   - security: The TLS settings; nil, the default, for plain HTTP.
  ///   - handler: The closure that returns the answer to each request.
  /// - Throws: `NetError` if the port is not available.
  public convenience init(
    on address: Address = .ipv4, port: UInt16 = 0, tls security: Security? = nil,
    _ handler: @escaping Handler
  ) async throws {
    try await self.init(
      on: address, port: port, tls: security, connections: { try await $0.serve(handler) })
  }

  /// Creates a test server that passes each connection to a closure, and closes the connection when
  /// the closure returns.
  ///
  /// - Parameters:
  ///   - address: The loopback address of the server; 127.0.0.1 by default.
  ///   - port: The port of the server; 0, the default, for a free port.
  ///   - security: The TLS settings; nil, the default, for plain HTTP.
  ///   - connections: The closure that serves one connection after its handshake.
  /// - Throws: `NetError` if the port is not available.
  public init(
    on address: Address = .ipv4,
    port: UInt16 = 0,
    tls security: Security? = nil,
    connections: @escaping TestConnection.Work
  ) async throws {
    let loop = try EventLoop()
    let listener = try Listener(at: address.socketAddress(port: port), on: loop)
    self.address = address
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

  /// The URL of the server, which ends with a slash.
  public var url: String {
    if security != nil, address == .ipv4 { return "https://localhost:\(port)/" }
    return "\(security == nil ? "http" : "https")://\(address.host):\(port)/"
  }

  /// The TLS settings of the server's future connections. The value is `nil` for plain HTTP.
  public var security: Security? {
    get { state.security.withLock(\.self) }
    set { state.security.withLock { $0 = newValue } }
  }

  /// The root certificate that a client must trust.
  /// The value is `nil` if the root certificate is unknown.
  public var root: X509.Certificate? { security?.root }

  /// The properties of the last completed TLS handshakes, up to several thousand.
  public var handshakes: [TLS.ServerFacts] { state.log.entries.withLock(\.handshakes) }

  /// The errors of failed TLS connections, such as a client's alert.
  ///
  /// A client that closes a connection without close_notify causes the error `truncated`. The array
  /// contains only the last several thousand errors.
  public var tlsErrors: [TLSError] { state.log.entries.withLock(\.errors) }

  /// The number of clients that have sent a close_notify alert.
  public var closeNotifyCount: Int { state.log.entries.withLock(\.closeCount) }

  /// The number of connections that the server has accepted.
  public var connectionCount: Int { state.counts.withLock(\.connections) }

  /// The number of request heads that the server has received.
  public var requestCount: Int { state.counts.withLock(\.requests) }

  /// The number of the server's open connections.
  public var openCount: Int { state.sockets.withLock(\.count) }

  /// Closes all open connections without closing the listening port.
  public func closeConnections() {
    for socket in state.sockets.withLock({ Array($0.values) }) { socket.close() }
  }

  /// Stops listening, and returns when all clients have closed their connections and the server has
  /// ended.
  public func drain() async {
    listener.close()
    await accepting.value
    await loop.shutdown()
  }

  /// Stops listening, closes all connections, and returns when the server has ended.
  public func shutdown() async {
    listener.close()
    closeConnections()
    await accepting.value
    await loop.shutdown()
  }
}

extension TestServer.Address {
  fileprivate var host: String {
    switch self {
    case .ipv4: "127.0.0.1"
    case .ipv6: "[::1]"
    }
  }

  fileprivate func socketAddress(port: UInt16) -> SocketAddress {
    switch self {
    case .ipv4: .ipv4(IPv4Address(127, 0, 0, 1), port: port)
    case .ipv6: .ipv6(IPv6Address(value: 1), port: port)
    }
  }
}
