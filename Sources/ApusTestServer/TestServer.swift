internal import ApusNet

/// A server on this machine's loopback address, for tests of clients.
///
///     let server = try await TestServer { request in
///       .response(HTTP.Response(200, body: request.body))
///     }
///     …
///     await server.shutdown()
///
/// It answers on a port of its own, runs on a thread of its own, and can misbehave on purpose:
/// see `Misbehavior` for answers that go wrong, and `init(connections:)` for anything else.
public final class TestServer: Sendable {
  /// What is done with a request.
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
  }

  /// A server that answers with what a handler says.
  public convenience init(port: UInt16 = 0, _ handler: @escaping Handler) async throws {
    try await self.init(port: port, connections: { try await $0.serve(handler) })
  }

  /// A server that leaves each connection to a closure, and closes it when that returns.
  public init(
    port: UInt16 = 0,
    connections: @escaping TestConnection.Work
  ) async throws {
    let loop = try EventLoop()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: port), on: loop)
    let state = State()
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
            let connection = TestConnection(socket, number: number) {
              state.counts.withLock { $0.requests += 1 }
            }
            try? await connections(connection)
            socket.close()
            state.sockets.withLock { $0[id] = nil }
          }
        }
      }
    }
  }

  /// The server's URL, which ends in a slash.
  public var url: String { "http://127.0.0.1:\(port)/" }

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

  /// Stops listening, closes everything, and returns when nothing of the server is left.
  public func shutdown() async {
    listener.close()
    closeConnections()
    await accepting.value
    await loop.shutdown()
  }
}
