import ApusHTTP
import ApusNames
import ApusNet
import ApusSession
import ApusTestServer
import CApusTestSupport

/// All system calls of a session, once: strace watches them, and so does the process itself.
struct Traffic {
  private static let much = [UInt8](repeating: 0x2a, count: 16 << 20)

  private let session: HTTPSession
  private let server: TestServer
  /// A server that resets the connection during a request, or changes the protocol first.
  private let hostile: TestServer
  private let folder: String

  static func run(in folder: String, breach: String? = nil) async throws {
    // The start of the watch: earlier calls belong to the loader.
    _ = try? Files.contents(of: "/watch-begins")
    let inherited = apus_test_inherited_descriptors()
    let traffic = Traffic(
      session: try HTTPSession(),
      server: try await TestServer(TestRoutes.answer),
      hostile: try await TestServer(connections: { connection in
        guard let (head, _) = try await connection.readHead() else { return }
        if head.fields.contains(.upgrade) {
          try await connection.write(
            "HTTP/1.1 101 On\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n")
        } else {
          _ = try await connection.readPiece()
        }
        connection.reset()
      }), folder: folder)
    try await traffic.requests()
    try await traffic.brokenUploads()
    try await traffic.writesAfterResets()
    try await traffic.files()
    try await traffic.others()
    if let breach { _ = unsafe apus_test_breach(breach) }
    // While all files are open, the kernel's own table has the same flags.
    let left = apus_test_inherited_descriptors() - inherited
    guard left == 0 else { throw Gateway.Failure.inherited(left) }
    await traffic.session.shutdown(within: .seconds(1))
    await traffic.server.shutdown()
    await traffic.hostile.shutdown()
  }

  private func requests() async throws {
    for target in ["get", "gzip", "stream/20", "bytes/1000000", "drip?numbytes=3&duration=0.01"] {
      try await session.send(.get(.reference(server.url + target)))
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { try await session.send(.get("\(raw: server.url)delay/0.02")) }
      }
      try await group.waitForAll()
    }
    try await session.events(.get("\(raw: server.url)events/3")) { events in
      for try await _ in events {}
    }
    try await session.send(.post("\(raw: server.url)echo", .bytes(Self.much)))
    try await session.send(.post("\(raw: server.url)echo", .sequence(Pieces(count: 100))))
  }

  /// Bytes for a lost connection raise SIGPIPE, unless it is suppressed.
  private func brokenUploads() async throws {
    let path = "\(folder)/upload"
    let file = try await FileAccess(on: try EventLoop.shared()).createPartial(
      for: path, replacing: true, until: .never)
    try await file.write(Self.much, until: .never)
    try await file.commit(until: .never)
    try await session.send(.put("\(raw: server.url)put", .file(path)))
    for body: HTTP.Body in [.bytes(Self.much), .file(path), .sequence(Pieces(count: 10_000))] {
      for _ in 0..<5 {
        do {
          try await session.send(.put(.reference(hostile.url), body))
          throw HTTPSessionError(.status(200))
        } catch let error as HTTPSessionError {
          // sendfile may hide a reset, which then looks like an end.
          guard error.code == .connectionLost || error.code == .cannotConnect else { throw error }
        }
      }
    }
  }

  /// A send after a known reset fails with EPIPE, and then the signal may be raised.
  private func writesAfterResets() async throws {
    var request = HTTP.Request.get(.reference(hostile.url))
    request.headers[.connection] = "upgrade"
    request.headers[.upgrade] = "x"
    try await session.switchProtocol(request) { _, stream in
      for _ in 0..<3 {
        do {
          while true { try await stream.write(Self.much) }
        } catch let error as HTTPSessionError {
          guard case .network = error.reason else { throw error }
        }
      }
    }
    let loop = try EventLoop.shared()
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: hostile.port)
    let socket = try await Socket.connect(to: address, until: .after(.seconds(10)), on: loop)
    let head = Array("GET / HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\n\r\n".utf8)
    try await socket.send(head.span, until: .never)
    let file = try await FileAccess(on: loop).open("\(folder)/upload", until: .never)
    for _ in 0..<3 {
      do throws(NetError) {
        while true { try await socket.send(file, 0..<file.byteCount, until: .never) }
      } catch {
        switch error {
        case .reset, .brokenPipe: continue
        default: throw error
        }
      }
    }
  }

  private func files() async throws {
    try await session.download("\(raw: server.url)bytes/3000000", to: "\(folder)/download")
    do {
      try await session.download("\(raw: server.url)bytes/3000000", to: "\(folder)/download")
      throw HTTPSessionError(.status(200))
    } catch let error as HTTPSessionError {
      guard case .file = error.reason else { throw error }
    }
  }

  private func others() async throws {
    let double = HTTPSession.stub { _ in HTTP.Response(200) }
    try await double.send(.get("http://nowhere.invalid/"))
    // A port that was just released has no listener.
    let gone = try await TestServer(TestRoutes.answer)
    await gone.shutdown()
    do {
      try await session.send(.get(.reference(gone.url)))
    } catch let error as HTTPSessionError {
      guard case .network = error.reason else { throw error }
    }
    // The system's resolver is called for both; its result does not matter.
    let names = Names(on: try EventLoop.shared())
    for name in ["ip6-localhost", "nowhere.test"] {
      _ = try? await names.addresses(of: CanonicalHost(name), until: .after(.seconds(2)))
    }
  }

  /// Content that is generated while it is sent.
  private struct Pieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
    var count: Int

    func makeAsyncIterator() -> Pieces { self }

    mutating func next() async -> [UInt8]? {
      guard count > 0 else { return nil }
      count -= 1
      return [UInt8](repeating: 0x2a, count: 10_000)
    }
  }
}
