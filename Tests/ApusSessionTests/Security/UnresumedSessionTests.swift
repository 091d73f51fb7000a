import ApusASN1
import ApusBytes
import ApusCrypto
import ApusHTTP
import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusSession

/// Sessions of TLS 1.2 that a server does not resume as it must: the connection is lost, the
/// session is forgotten, and the request does not notice.
///
/// RFC 5246 section 7.2.2, RFC 5077 section 3.2, RFC 7627 section 5.3.
@Suite(
  .ownThread, .serialized, .enabled(if: Program.openssl.isExpected, "there is no openssl"))
struct UnresumedSessionTests {
  /// What stands between, and spoils the second connection.
  enum Fault: String, CaseIterable, Sendable {
    /// The server refuses the client's first message.
    case alert
    /// The server, or what stands before it, drops connections whose first message is long.
    case dropped
    /// The server goes on in another suite than the session's.
    case otherSuite
    /// The server does not bind the keys to the whole handshake any more.
    case noExtendedMasterSecret
  }

  /// Passes on what is sent, and spoils what the server first says on the second connection.
  private final class Spoiler: Sendable {
    let port: UInt16
    private let loop: EventLoop
    private let listener: Listener
    private let accepting: Task<Void, Never>

    init(to server: UInt16, _ fault: Fault) throws {
      let loop = try EventLoop()
      let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
      (self.loop, self.listener) = (loop, listener)
      port = listener.address.port ?? 0
      let count = Counter()
      counter = count
      accepting = Task(executorPreference: loop) {
        await withDiscardingTaskGroup { group in
          while let client = try? await listener.accept() {
            let number = count.next()
            group.addTask {
              try? await Self.pass(client, to: server, number == 2 ? fault : nil)
              client.close()
            }
          }
        }
      }
    }

    private let counter: Counter
    var connectionCount: Int { counter.value }

    private final class Counter: Sendable {
      private let state = Lock(0)
      var value: Int { state.withLock { $0 } }
      func next() -> Int {
        state.withLock { state in
          state += 1
          return state
        }
      }
    }

    func shutdown() async {
      listener.close()
      await accepting.value
      await loop.shutdown()
    }

    private static func pass(
      _ client: Socket, to port: UInt16, _ fault: Fault?
    ) async throws {
      let end = Deadline.after(.seconds(60))
      let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: port)
      let server = try await Socket.connect(to: address, until: end, on: client.loop)
      defer { server.close() }
      if fault == .alert || fault == .dropped {
        var hello = ByteQueue()
        _ = try await client.receive(into: &hello, until: end)
        // A fatal alert: handshake_failure.
        let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 40]
        if fault == .alert { try await client.send(alert.span, until: end) }
        return
      }
      await withDiscardingTaskGroup { group in
        group.addTask { await relay(client, server, nil) }
        group.addTask { await relay(server, client, fault) }
      }
    }

    private static func relay(_ source: Socket, _ sink: Socket, _ fault: Fault?) async {
      var (queue, fault) = (ByteQueue(), fault)
      while let count = try? await source.receive(into: &queue, until: .after(.seconds(60))),
        count > 0
      {
        var bytes = Array(queue.takeAll())
        if let known = fault, bytes.count > 80 {
          bytes = spoiled(bytes, known)
          fault = nil
        }
        guard (try? await sink.send(bytes.span, until: .after(.seconds(60)))) != nil else { break }
      }
      try? sink.finishSending()
    }

    /// A flight that begins with a ServerHello in a record of its own, or with others.
    ///
    /// Record header 5, message header 4, version 2, random 32, session 1 and its length, suite 2,
    /// compression 1, extensions 2.
    private static func spoiled(_ bytes: [UInt8], _ fault: Fault) -> [UInt8] {
      var bytes = bytes
      let suite = 44 + Int(bytes[43])
      guard fault == .noExtendedMasterSecret else {
        // Of two that both are offered, the other one.
        bytes[suite + 1] = bytes[suite + 1] == 0x2c ? 0x2b : 0x2c
        return bytes
      }
      var at = suite + 5
      let end = at + Int(bytes[suite + 3]) << 8 + Int(bytes[suite + 4])
      while at < end {
        let length = 4 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
        if bytes[at] == 0, bytes[at + 1] == 23 {
          bytes.removeSubrange(at..<(at + length))
          for place in [3, 7, suite + 3] {
            let value = Int(bytes[place]) << 8 + Int(bytes[place + 1]) - length
            (bytes[place], bytes[place + 1]) = (UInt8(value >> 8), UInt8(value & 0xff))
          }
          return bytes
        }
        at += length
      }
      return bytes
    }
  }

  /// OpenSSL's server of TLS 1.2 alone, which answers each request on a connection of its own.
  private func server(of authority: TestAuthority) async throws -> OpenSSLServer {
    let key = SigningKey.p256(try .generate(using: SystemRandom()))
    let text = Array(
      key.pkcs8.withBytes { PEM.encode($0.copy(), as: .privateKey) }.utf8)
    let identity = try authority.server(TestAuthority.loopback, key: SigningKey(pem: text.span))
    return try await OpenSSLServer(
      chain: identity.chain.map(\.pem).joined(), key: String(decoding: text, as: UTF8.self),
      root: authority.rootPEM, "-tls1_2")
  }

  @Test(arguments: Fault.allCases)
  func `a session that is not resumed is forgotten, and the request succeeds`(
    fault: Fault
  ) async throws {
    let authority = try TestAuthority()
    let server = try await server(of: authority)
    let port = try HTTP.URL(server.url).port
    let spoiler = try Spoiler(to: port, fault)
    let told = Lock<[Bool]>([])
    let session = try HTTPSession("https://localhost:\(spoiler.port)/") {
      $0.timeouts.tls = .seconds(60)
      $0.tls.roots = .only([authority.root])
      $0.tls.onHandshake = { connection in told.withLock { $0.append(connection.facts.isResumed) } }
    }
    for _ in 1...3 { try await session.send(.get("")) }
    // The second connection is the one that was spoilt.
    #expect(spoiler.connectionCount == 4, "\(fault)")
    #expect(told.withLock { $0 } == [false, false, true], "\(fault)")
    await session.shutdown()
    await spoiler.shutdown()
  }
}
