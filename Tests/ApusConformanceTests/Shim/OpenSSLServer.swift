import ApusBytes
import ApusNames
import ApusNet
import CApusTestSupport
import TestSupport

@testable import ApusConformance

/// One connection of `openssl s_server`, after a relay that removes the shim's bytes before TLS.
struct OpenSSLServer {
  let credential: ShimCredential
  /// The server's message after the handshake; it closes after the reply. It reads some letters at
  /// the start of a line as commands.
  static let message = "what\n"

  /// The result of a run.
  struct Play {
    let outcome: TLSShim.Outcome
    /// The output of the server, with the shim's reply.
    let printed: [UInt8]
  }

  /// A Boolean value that indicates whether a test that needs it must run.
  ///
  /// With `APUS_STRICT` set to 1 its absence is a failure.
  static var isExpected: Bool {
    let isStrict = ((try? Files.contents(of: "/proc/self/environ")) ?? [])
      .split(separator: 0).contains { $0.elementsEqual("APUS_STRICT=1".utf8) }
    return isStrict || run("command -v openssl") == 0
  }

  /// Runs the shim with flags against a server with options in the shell's form, and others in that
  /// of its settings, which speaks or is silent.
  func play(
    _ options: String, settings: String = "", isTalking: Bool = false, flags: [String]
  ) async throws -> Play {
    let folder = try TemporaryFolder()
    let loop = try EventLoop.shared()
    let port = try Self.freePort(on: loop)
    _ = try folder.write(Array(Self.message.utf8), to: "question")
    // Lines are searched for, and the end of this one is turned over too.
    _ = try folder.write(Self.message.utf8.map { ~$0 } + [0x0a], to: "answer")
    _ = try folder.write([], to: "printed")
    // It closes at the end of its input, which comes once it has printed the answer, or that the
    // shim has closed.
    _ = try folder.write(Array("CONNECTION CLOSED\n".utf8), to: "end")
    _ = try folder.write(
      Array(
        """
        openssl_conf = all
        [all]
        ssl_conf = every
        [every]
        system_default = server
        [server]
        \(settings)

        """.utf8), to: "settings")
    let (input, last) = isTalking ? ("question", "answer") : ("/dev/null", "end")
    let status = Self.run(
      """
      cd '\(folder.path)' || exit 1
      { { cat \(input)
          until ! test -e printed || LC_ALL=C grep -aqF -f \(last) printed; do sleep 0.05; done
        } | OPENSSL_CONF=settings timeout -s KILL 120 openssl s_server -accept 127.0.0.1:\(port) \
          -naccept 1 -cert '\(credential.leafPath)' -key '\(credential.keyPath)' \
          \(options) >>printed 2>&1
        : >done
      } &
      """)
    guard status == 0 else { throw TemporaryFolder.Failure() }
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
    async let relayed: Void = Self.relay(listener, to: port)
    let outcome = await TLSShim.outcome(
      of: [
        "-port", "\(listener.address.port ?? 0)", "-shim-id", "1", "-trust-cert",
        credential.rootPath,
      ] + flags)
    listener.close()
    try await relayed
    let deadline = Deadline.after(.seconds(60))
    while !Files.exists(folder.path + "/done"), !deadline.isPast {
      try await loop.sleep(until: .after(.milliseconds(20)))
    }
    return Play(outcome: outcome, printed: try Files.contents(of: folder.path + "/printed"))
  }

  private static func relay(_ listener: Listener, to port: UInt16) async throws {
    guard let near = try? await listener.accept() else { return }
    let deadline = Deadline.after(.seconds(60))
    var name = ByteQueue()
    while name.count < 8 {
      guard try await near.receive(into: &name, atMost: 8 - name.count, until: deadline) > 0 else {
        return
      }
    }
    let far = try await connect(to: port, near.loop, until: deadline)
    async let there: Void = copy(near, far, until: deadline)
    async let back: Void = copy(far, near, until: deadline)
    _ = await (there, back)
    near.close()
    far.close()
  }

  /// The server takes a while to listen.
  private static func connect(
    to port: UInt16, _ loop: EventLoop, until deadline: Deadline
  ) async throws -> Socket {
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: port)
    while true {
      do { return try await Socket.connect(to: address, until: deadline, on: loop) } catch {
        guard !deadline.isPast else { throw error }
      }
      try await loop.sleep(until: .after(.milliseconds(20)))
    }
  }

  private static func copy(_ from: Socket, _ to: Socket, until deadline: Deadline) async {
    var queue = ByteQueue()
    while let count = try? await from.receive(into: &queue, until: deadline), count > 0 {
      let bytes = queue.takeAll()
      guard (try? await to.send(bytes.span, until: deadline)) != nil else { break }
    }
    try? to.finishSending()
  }

  /// A free port below 32,768.
  ///
  /// The kernel chooses ports above that for other tests, which could take this one too early.
  private static func freePort(on loop: EventLoop) throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<32_768)
      guard let listener = try? Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: port), on: loop)
      else { continue }
      listener.close()
      return port
    }
    throw TemporaryFolder.Failure()
  }

  private static func run(_ script: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(script)\n} >/dev/null 2>&1 </dev/null")
  }
}
