import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509

/// Scripted TLS 1.2 servers at a port; a closure handles each connection.
final class Listener12: Sendable {
  typealias Work = @Sendable (Connection12) async throws -> Void

  let url: String
  /// The root that a client must trust.
  let root: X509.Certificate
  private let loop: EventLoop
  private let listener: Listener
  private let accepting: Task<Void, Never>
  private let told: Told

  /// The alerts of clients.
  private final class Told: Sendable {
    let alerts = Lock<[UInt8]>([])
  }

  /// Listens on this machine, with a new certificate.
  init(_ authority: TestAuthority, _ work: @escaping Work) throws {
    let loop = try EventLoop()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
    let identity = try authority.server()
    root = authority.root
    url = "https://localhost:\(listener.address.port ?? 0)/"
    self.loop = loop
    self.listener = listener
    let told = Told()
    self.told = told
    accepting = Task(executorPreference: loop) {
      await withDiscardingTaskGroup { group in
        while let socket = try? await listener.accept() {
          group.addTask { await Self.serve(socket, as: identity, told, work) }
        }
      }
    }
  }

  private static func serve(
    _ socket: Socket, as identity: TLS.Identity, _ told: Told, _ work: Work
  ) async {
    defer { socket.close() }
    guard let connection = try? await Connection12.greeted(on: socket, by: identity) else { return }
    try? await work(connection)
    try? socket.finishSending()
    if let alert = await connection.alert() { told.alerts.withLock { $0.append(alert) } }
  }

  /// The alerts that clients have sent, warnings or not, after each connection's work.
  var alerts: [UInt8] { told.alerts.withLock(\.self) }

  /// Stops listening, and returns after every client has closed its connection.
  func drain() async {
    listener.close()
    await accepting.value
    await loop.shutdown()
  }
}
