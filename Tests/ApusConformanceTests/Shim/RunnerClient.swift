import ApusBytes
import ApusNames
import ApusNet
import ApusTLS
import ApusX509

@testable import ApusConformance

/// The runner's side if the shim is a server: a scripted client.
struct RunnerClient {
  /// The facts of one connection.
  struct Record {
    var facts: TLS.HandshakeFacts?
    var presented: TLS.PresentedCertificates?
    var received: [UInt8] = []
    var sessions: [TLS.Session] = []
    var error: TLSError?
  }

  let credential: ShimCredential
  var client: ShimCredential?
  var configure: @Sendable (inout TLS.ClientConfiguration) -> Void = { _ in }

  /// Connects as often as the shim does, and returns its status and the facts.
  func play(
    _ count: Int = 1, _ flags: String...
  ) async throws -> (outcome: TLSShim.Outcome, records: [Record]) {
    try await play(count, flags: flags)
  }

  func play(
    _ count: Int, flags: [String]
  ) async throws -> (outcome: TLSShim.Outcome, records: [Record]) {
    let listener = try Listener(
      at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: try EventLoop.shared())
    async let records = serve(count, listener)
    let outcome = await TLSShim.outcome(
      of: [
        "-port", "\(listener.address.port ?? 0)", "-shim-id", "1", "-server",
        "-cert-file", credential.leafPath, "-key-file", credential.keyPath,
      ] + flags)
    listener.close()
    return (outcome, try await records)
  }

  private func serve(_ count: Int, _ listener: Listener) async throws -> [Record] {
    var records: [Record] = []
    for _ in 0..<count {
      guard let socket = try? await listener.accept() else { break }
      let session = records.last?.sessions.last
      records.append(try await converse(over: socket, resuming: session))
    }
    return records
  }

  private static var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: WallClock.secondsSinceEpoch * 1000)
  }

  private func converse(
    over socket: Socket, resuming session: TLS.Session?
  ) async throws -> Record {
    let deadline = Deadline.after(.seconds(60))
    var record = Record()
    var configuration = TLS.ClientConfiguration()
    if let client {
      configuration.identities = [try TLS.Identity([client.leaf], client.key)]
    }
    configure(&configuration)
    var talk = try TLS.Client(
      configuration, host: try CanonicalHost("runner.example"), session: session,
      scope: TLS.SessionScope(host: "runner.example", port: 1, configuration: []), at: Self.now,
      using: SystemRandom())
    var queue = ByteQueue()
    while queue.count < 8 {
      guard try await socket.receive(into: &queue, atMost: 8, until: deadline) > 0 else { break }
    }
    do throws(TLSError) {
      try await self.talk(&talk, &record, over: socket, until: deadline)
    } catch { record.error = error }
    if talk.hasOutgoing {
      try? await socket.send(talk.takeOutgoing().span, until: deadline)
    }
    try? socket.finishSending()
    var rest = ByteQueue()
    while let count = try? await socket.receive(into: &rest, until: deadline), count > 0 {}
    socket.close()
    return record
  }

  private func talk(
    _ client: inout TLS.Client, _ record: inout Record, over socket: Socket,
    until deadline: Deadline
  ) async throws(TLSError) {
    let message = Array("question".utf8)
    while true {
      switch try client.next(at: Self.now) {
      case .needsInput:
        guard await exchange(&client, over: socket, until: deadline) else { throw .truncated }
      case .certificates(let shown):
        record.presented = shown
        guard
          let chain = try? TLS.Policy().evaluate(
            [shown.leaf] + shown.intermediates, for: CanonicalHost("runner.example"),
            at: Self.now.wholeSecond, trusting: X509.Anchors([credential.root]))
        else {
          client.refuse(.unknownCA)
          continue
        }
        try client.trust(chain)
      case .signing(let request):
        guard case .held(let key) = request.identity?.key,
          let signature = try? key.signature(
            for: request.message.span, by: request.scheme, using: SystemRandom())
        else {
          client.refuse(.internalError)
          continue
        }
        try client.sign(signature)
      case .connected(let facts):
        record.facts = facts
        try client.send(message.span)
      case .session(let session): record.sessions.append(session)
      case .applicationData:
        record.received += client.withApplicationData { $0.copy() }
        client.consumeApplicationData(client.applicationDataCount)
        if record.received.count >= message.count { client.close() }
      case .closed: return
      }
    }
  }

  /// Sends pending bytes and receives others; returns false if no more arrive.
  private func exchange(
    _ client: inout TLS.Client, over socket: Socket, until deadline: Deadline
  ) async -> Bool {
    let bytes = client.takeOutgoing()
    if !bytes.isEmpty {
      guard (try? await socket.send(bytes.span, until: deadline)) != nil else { return false }
    }
    var queue = ByteQueue()
    let count = try? await socket.receive(into: &queue, until: deadline)
    guard let count, count > 0 else { return false }
    queue.withBytes { client.receive($0) }
    return true
  }
}
