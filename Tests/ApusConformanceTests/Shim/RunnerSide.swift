import ApusBytes
import ApusCrypto
import ApusNet
import ApusTLS
import ApusX509

/// One connection of a scripted runner.
final class RunnerSide {
  private(set) var record = ScriptedRunner.Record()
  private let scene: ScriptedRunner.Scene
  private let runner: ScriptedRunner
  private let socket: Socket
  private var server: TLS.Server
  private var isOver = false
  private let deadline = Deadline.after(.seconds(60))

  init(_ scene: ScriptedRunner.Scene, _ runner: ScriptedRunner, _ socket: Socket) {
    self.scene = scene
    self.runner = runner
    self.socket = socket
    let credential = runner.credential
    var configuration = TLS.ServerConfiguration([credential.leaf], schemes: [])
    configuration.schemes = TLS.SignatureScheme.allCases.filter {
      $0.fits(credential.key.publicKey, in: .tls13)
    }
    scene.configure(&configuration)
    server = TLS.Server(configuration, at: Self.now, using: SystemRandom())
  }

  private static var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: WallClock.secondsSinceEpoch * 1000)
  }

  /// Plays the scene to its end.
  func run() async {
    do {
      if runner.isNumbering { record.shimID = try await receive(atMost: 8) }
      while !isOver {
        let bytes = try await receive(atMost: 65_536)
        guard !bytes.isEmpty else { break }
        if record.facts != nil { note(bytes) } else { record.handshake += bytes }
        server.receive(bytes.span)
        try await pump()
      }
    } catch let error as TLSError {
      record.error = error
      try? await flush()
    } catch {}
    try? socket.finishSending()
    // Unread bytes would make the kernel reset the connection and drop the sent ones.
    while scene.ending != .cut, let bytes = try? await receive(atMost: 65_536), !bytes.isEmpty {}
    socket.close()
  }

  private func pump() async throws {
    while true {
      switch try server.next(at: Self.now) {
      case .needsInput:
        try await flush()
        return
      case .signing(let request):
        record.signing = request
        let signature = try runner.credential.key.signature(
          for: request.message.span, by: request.scheme, using: SystemRandom())
        try server.sign(signature)
      case .certificates(let presented):
        guard let chain = try? runner.client?.verify(presented) else {
          server.refuse(.unknownCA)
          continue
        }
        server.trust(chain)
      case .connected(let facts):
        record.facts = facts
        let message = scene.message
        if !message.isEmpty { try server.send(message.span) }
        if !scene.isAnswered, scene.ending == .closeNotify { server.close() }
      case .applicationData:
        record.received += server.withApplicationData { $0.copy() }
        server.consumeApplicationData(server.applicationDataCount)
        let count = scene.prefixCount + scene.message.count
        if scene.isAnswered, record.received.count >= count { finish() }
      case .closed:
        record.isClosedByShim = true
        if scene.ending == .byTheShim { server.close() }
        try await flush()
        isOver = true
        return
      }
    }
  }

  private func finish() {
    switch scene.ending {
    case .closeNotify: server.close()
    case .cut: isOver = true
    case .byTheShim: break
    }
  }

  /// Adds the records of a piece of the stream, if they are complete.
  private func note(_ bytes: [UInt8]) {
    var at = 0
    while at + 5 <= bytes.count {
      let count = Int(bytes[at + 3]) << 8 | Int(bytes[at + 4])
      record.recordLengths.append(count)
      at += 5 + count
    }
  }

  private func receive(atMost count: Int) async throws -> [UInt8] {
    var queue = ByteQueue()
    _ = try await socket.receive(into: &queue, atMost: count, until: deadline)
    return queue.takeAll()
  }

  private func flush() async throws {
    let bytes = server.takeOutgoing()
    if !bytes.isEmpty { try await socket.send(bytes.span, until: deadline) }
  }
}
