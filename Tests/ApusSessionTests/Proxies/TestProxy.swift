import ApusBytes
import ApusNames
import ApusNet

@testable import ApusConnections
@testable import ApusSession

/// A scripted proxy within the process, which keeps the received requests.
final class TestProxy: Sendable {
  /// The reply to the head of a request.
  enum Answer: Sendable {
    /// The requested connection is made, and reported with bytes after the response.
    case tunnel(behind: String = "")
    /// Those bytes are sent, and the connection is kept.
    case bytes(String)
    /// Those bytes are sent, and the connection is closed.
    case last(String)
  }

  /// The protocol: HTTP, with a response to each head by its number, or SOCKS5.
  enum Kind: Sendable {
    case http(@Sendable (_ head: String, _ number: Int) -> Answer)
    case socks(user: String? = nil, password: String = "", reply: [UInt8] = TestProxy.connected)
  }

  /// The proxy's HSTS field, which no server has sent.
  private static let strict = "Strict-Transport-Security: max-age=1000\r\n"

  /// The response of a SOCKS5 proxy that has connected.
  static let connected: [UInt8] = [5, 0, 0, 1, 127, 0, 0, 1, 0, 80]

  let port: UInt16
  private let loop: EventLoop
  private let listener: Listener
  private let accepting: Task<Void, Never>
  private let state: State

  private final class State: Sendable {
    let heads = Lock<[String]>([])
    let connections = Lock(0)
  }

  init(port: UInt16 = 0, _ kind: Kind) throws {
    let loop = try EventLoop()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: port), on: loop)
    let state = State()
    (self.loop, self.listener, self.state) = (loop, listener, state)
    self.port = listener.address.port ?? 0
    accepting = Task(executorPreference: loop) {
      await withDiscardingTaskGroup { group in
        while let client = try? await listener.accept() {
          state.connections.withLock { $0 += 1 }
          group.addTask {
            try? await Self.serve(client, kind, state)
            client.close()
          }
        }
      }
    }
  }

  var address: String { "127.0.0.1:\(port)" }

  /// The heads of all requests; for SOCKS5 the destinations and users.
  var heads: [String] { state.heads.withLock(\.self) }

  var connectionCount: Int { state.connections.withLock(\.self) }

  func shutdown() async {
    listener.close()
    accepting.cancel()
    await accepting.value
    await loop.shutdown()
  }

  private static var deadline: Deadline { .after(.seconds(60)) }

  private static func serve(_ client: Socket, _ kind: Kind, _ state: State) async throws {
    switch kind {
    case .http(let handler): try await serveHTTP(client, handler, state)
    case .socks(let user, let password, let reply):
      try await serveSOCKS(client, user, password, reply, state)
    }
  }

  private static func serveHTTP(
    _ client: Socket, _ handler: @Sendable (String, Int) -> Answer, _ state: State
  ) async throws {
    var input = ByteQueue()
    while true {
      var bytes: [UInt8] = []
      while bytes.suffix(4) != [0x0d, 0x0a, 0x0d, 0x0a] {
        if input.isEmpty {
          guard try await client.receive(into: &input, until: deadline) > 0 else { return }
        }
        bytes += input.takeAll()
      }
      let head = String(decoding: bytes, as: UTF8.self)
      let number = state.heads.withLock { heads in
        heads.append(head)
        return heads.count
      }
      switch handler(head, number) {
      case .bytes(let text): try await client.send(Array(text.utf8).span, until: deadline)
      case .last(let text):
        try await client.send(Array(text.utf8).span, until: deadline)
        try client.finishSending()
        while try await client.receive(into: &input, until: deadline) > 0 { _ = input.takeAll() }
        return
      case .tunnel(let behind):
        let target = head.split(separator: " ").dropFirst().first ?? ""
        guard let port = target.split(separator: ":").last.flatMap({ UInt16($0) }) else { return }
        try await connect(client, to: port) {
          Array("HTTP/1.1 200 Connected\r\nSet-Cookie: proxy=1\r\n\(Self.strict)\r\n\(behind)".utf8)
        }
        return
      }
    }
  }

  private static func serveSOCKS(
    _ client: Socket, _ user: String?, _ password: String, _ reply: [UInt8], _ state: State
  ) async throws {
    var input = ByteQueue()
    func read(_ count: Int) async throws -> [UInt8] {
      var bytes: [UInt8] = []
      while input.count < count {
        guard try await client.receive(into: &input, until: deadline) > 0 else {
          throw NetError.closed
        }
      }
      input.withBytes { bytes = Array($0.copy().prefix(count)) }
      input.consume(count)
      return bytes
    }
    func readText() async throws -> String {
      String(decoding: try await read(Int(try await read(1)[0])), as: UTF8.self)
    }
    let methods = try await read(Int(try await read(2)[1]))
    var who = ""
    if let user {
      guard methods.contains(2) else {
        return try await client.send([5, 0xff].span, until: deadline)
      }
      try await client.send([5, 2].span, until: deadline)
      _ = try await read(1)
      let (name, secret) = (try await readText(), try await readText())
      who = "\(name):\(secret)@"
      let isKnown = name == user && secret == password
      state.heads.withLock { if !isKnown { $0.append(who) } }
      try await client.send([1, isKnown ? 0 : 1].span, until: deadline)
      guard isKnown else { return }
    } else {
      try await client.send([5, 0].span, until: deadline)
    }
    let kind = try await read(4)[3]
    let host = kind == 3 ? try await readText() : "\(try await read(kind == 1 ? 4 : 16))"
    let bytes = try await read(2)
    let port = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    state.heads.withLock { $0.append("\(who)\(host):\(port)") }
    try await connect(client, to: port) { reply }
  }

  /// Connects to a port of this machine, notifies the client, and forwards bytes both ways.
  private static func connect(
    _ client: Socket, to port: UInt16, telling: () -> [UInt8]
  ) async throws {
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: port)
    let server = try await Socket.connect(to: address, until: deadline, on: client.loop)
    defer { server.close() }
    try await client.send(telling().span, until: deadline)
    await withDiscardingTaskGroup { group in
      group.addTask { await pass(from: client, to: server) }
      await pass(from: server, to: client)
    }
  }

  private static func pass(from source: Socket, to sink: Socket) async {
    var queue = ByteQueue()
    while (try? await source.receive(into: &queue, until: deadline)) ?? 0 > 0 {
      let bytes = queue.takeAll()
      guard (try? await sink.send(bytes.span, until: deadline)) != nil else { break }
    }
    try? sink.finishSending()
  }
}
