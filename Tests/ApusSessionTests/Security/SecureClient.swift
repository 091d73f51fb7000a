import ApusBytes
import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509

/// A TLS client over a socket, for bytes without a protocol: it sees exactly the sent bytes.
final class SecureClient {
  private var client: TLS.Client
  private let socket: Socket
  private let roots: X509.Anchors
  private let identity: TLS.Identity?
  private var isClosed = false

  private(set) var facts: TLS.HandshakeFacts?
  private(set) var sessions: [TLS.Session] = []
  private(set) var presented: TLS.PresentedCertificates?
  private(set) var received: [UInt8] = []
  /// The number of bytes that the server has sent.
  private(set) var byteCount = 0

  /// Connects to a server, and trusts its root alone, or another.
  init(
    to server: TestServer, root: X509.Certificate? = nil, session: TLS.Session? = nil,
    identity: TLS.Identity? = nil, _ adapt: (inout TLS.ClientConfiguration) -> Void = { _ in }
  ) async throws {
    var configuration = TLS.ClientConfiguration()
    configuration.applicationProtocols = [Array("http/1.1".utf8)]
    configuration.identities = identity.map { [$0] } ?? []
    adapt(&configuration)
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: server.port)
    socket = try await Socket.connect(
      to: address, until: .after(.seconds(60)), on: try EventLoop.shared())
    client = try TLS.Client(
      configuration, host: try CanonicalHost("localhost"), session: session,
      scope: TLS.SessionScope(host: "localhost", port: server.port, configuration: []),
      at: Self.now, using: SystemRandom())
    roots = X509.Anchors((root ?? server.root).map { [$0] } ?? [])
    self.identity = identity
  }

  deinit { socket.close() }

  private static var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: WallClock.secondsSinceEpoch * 1000)
  }

  /// Performs the handshake.
  func shakeHands() async throws {
    while facts == nil { try await advance() }
  }

  /// Sends bytes.
  func send(_ bytes: [UInt8]) async throws {
    try client.send(bytes.span)
    try await flush()
  }

  /// Sends a request, and reads until the server has ended the connection in order.
  func get(_ path: String) async throws -> [UInt8] {
    if facts == nil { try await shakeHands() }
    try await send(
      Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
    while !isClosed { try await advance() }
    return received
  }

  /// Sends the close_notify.
  func close() async throws {
    client.close()
    try await flush()
  }

  /// Closes the socket without a close_notify.
  func leave() { socket.close() }

  /// Reads until there is an error, and lets the server read the alert about it.
  func failure() async throws -> TLSError? {
    do {
      while !isClosed { try await advance() }
      return nil
    } catch let error as TLSError {
      try? await flush()
      try? socket.finishSending()
      var dropped = ByteQueue()
      while (try? await socket.receive(into: &dropped, until: .after(.seconds(60)))) ?? 0 > 0 {
        dropped.removeAll()
      }
      return error
    }
  }

  private func advance() async throws {
    let event = try client.next(at: Self.now)
    try await flush()
    switch event {
    case .needsInput:
      var input = ByteQueue()
      guard try await socket.receive(into: &input, until: .after(.seconds(60))) > 0 else {
        return try client.receiveEnd()
      }
      byteCount += input.count
      input.withBytes { client.receive($0) }
    case .certificates(let presented):
      self.presented = presented
      let chain = try? TLS.Policy().evaluate(
        [presented.leaf] + presented.intermediates, for: try CanonicalHost("localhost"),
        at: Self.now.wholeSecond, trusting: roots)
      if let chain { try client.trust(chain) } else { client.refuse(.unknownCA) }
    case .signing(let request):
      guard case .held(let key) = identity?.key else { return client.refuse(.internalError) }
      try client.sign(
        key.signature(for: request.message.span, by: request.scheme, using: SystemRandom()))
    case .connected(let facts): self.facts = facts
    case .applicationData:
      client.withApplicationData { received += $0.copy() }
      client.consumeApplicationData(client.applicationDataCount)
    case .session(let session): sessions.append(session)
    case .closed: isClosed = true
    }
  }

  private func flush() async throws {
    let bytes = client.takeOutgoing()
    try await socket.send(bytes.span, until: .after(.seconds(60)))
  }
}
