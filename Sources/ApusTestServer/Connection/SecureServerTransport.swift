internal import ApusBytes
internal import ApusNet
internal import ApusTLS
internal import ApusX509

/// The server's TLS transport over a channel. The transport follows the TLS protocol unless a test
/// requests a fault.
final class SecureServerTransport: ServerTransport {
  let channel: ServerChannel
  private var server: TLS.Server
  private let security: TestServer.Security
  private let log: SecurityLog
  private var isEnded = false
  private var isFinished = false

  /// The properties of the completed handshake. The value is `nil` before the end of the handshake.
  private(set) var facts: TLS.ServerFacts?

  /// The number of bytes that the transport encrypts before sending them.
  private static let pieceByteCount = 64 << 10

  init(_ channel: ServerChannel, _ security: TestServer.Security, _ log: SecurityLog) {
    self.channel = channel
    self.security = security
    self.log = log
    server = TLS.Server(security.configuration, at: channel.now, using: SystemRandom())
  }

  private var now: UnixTime { channel.now }

  /// Performs the TLS handshake. If the handshake fails, the transport sends an alert to the client
  /// before throwing an error.
  func shakeHands(until deadline: Deadline) async throws {
    while facts == nil {
      let event = try await advance(until: deadline)
      guard event != .ended else { throw TestServerError.clientLeft }
    }
  }

  /// Closes a failed connection after the client has received the TLS alert.
  ///
  /// If bytes of the client arrived after the close, a reset would discard the last sent bytes.
  func leave() async throws {
    try cut()
    var dropped = ByteQueue()
    while try await channel.receive(into: &dropped, until: channel.deadline) > 0 {
      dropped.removeAll()
    }
  }

  func receive(into queue: inout ByteQueue, until deadline: Deadline) async throws -> Int {
    while !isEnded, server.applicationDataCount == 0 {
      _ = try await advance(until: deadline)
    }
    let count = server.applicationDataCount
    server.withApplicationData { queue.append($0) }
    server.consumeApplicationData(count)
    return count
  }

  func send(_ bytes: [UInt8], until deadline: Deadline) async throws {
    for start in stride(from: 0, to: bytes.count, by: Self.pieceByteCount) {
      let end = min(start + Self.pieceByteCount, bytes.count)
      try server.send(bytes.span.extracting(start..<end))
      try await flush(until: deadline)
    }
  }

  /// Updates the server's sending key, and requests an update of the client's key if
  /// `requestingPeer` is `true`.
  func updateKey(requestingPeer: Bool) async throws {
    try server.updateKey(requestingPeer: requestingPeer)
    try await flush(until: channel.deadline)
  }

  /// Sends a TLS alert and ends the connection.
  func refuse(_ alert: TLS.AlertDescription) async throws {
    server.refuse(alert)
    try await flush(until: channel.deadline)
  }

  func finish() async throws {
    guard !isFinished else { return }
    isFinished = true
    server.close()
    try await flush(until: channel.deadline)
    try channel.finishSending()
  }

  func cut() throws {
    guard !isFinished else { return }
    isFinished = true
    try channel.finishSending()
  }

  func hasEnded() async throws -> Bool {
    // TLS records without content may precede the end of the connection.
    while !isEnded, server.applicationDataCount == 0 {
      guard try await step(until: channel.deadline) == .waiting else { continue }
      switch channel.silence() {
      case .kept: return false
      case .data: _ = try await receiveSealed(until: channel.deadline)
      case .ended: noteEnd()
      case .failed: return true
      }
    }
    guard !isEnded else { return true }
    switch channel.silence() {
    case .kept, .data: return false
    case .ended, .failed: return true
    }
  }
}

extension SecureServerTransport {
  /// The result of one step of the TLS server's state machine.
  private enum Progress {
    case moved, waiting, ended
  }

  /// Handles the next TLS event, and waits for more bytes if necessary.
  private func advance(until deadline: Deadline) async throws -> Progress {
    let progress = try await step(until: deadline)
    return progress == .waiting ? try await receiveSealed(until: deadline) : progress
  }

  /// Handles the next TLS event of the received bytes.
  private func step(until deadline: Deadline) async throws -> Progress {
    let event: TLS.ServerEvent
    do throws(TLSError) {
      event = try server.next(at: now)
    } catch {
      log.note(error)
      try? await flush(until: deadline)
      throw error
    }
    switch event {
    case .needsInput:
      try await flush(until: deadline)
      return .waiting
    case .signing(let request): try await sign(request)
    case .certificates(let presented): judge(presented)
    case .connected(let facts):
      self.facts = facts
      log.note(facts)
      try await flush(until: deadline)
    case .applicationData: break
    case .closed:
      isEnded = true
      log.noteClose()
      return .ended
    }
    return .moved
  }

  private func receiveSealed(until deadline: Deadline) async throws -> Progress {
    var received = ByteQueue()
    if try await channel.receive(into: &received, until: deadline) > 0 {
      received.withBytes { server.receive($0) }
      return .moved
    }
    noteEnd()
    return .ended
  }

  /// Records that the client has closed the connection without close_notify.
  private func noteEnd() {
    guard !isEnded else { return }
    isEnded = true
    log.note(.truncated)
  }

  private func sign(_ request: TLS.SigningRequest) async throws {
    do {
      let signature = try await security.signature(for: request)
      try server.sign(signature)
    } catch {
      server.refuse(.internalError)
    }
  }

  private func judge(_ presented: TLS.PresentedCertificates) {
    do throws(X509.TrustFailure) {
      server.trust(try security.verified(presented))
    } catch {
      server.refuse(error.fault.alert)
    }
  }

  private func flush(until deadline: Deadline) async throws {
    let bytes = server.takeOutgoing()
    let count = max(1, security.pieceByteCount ?? bytes.count)
    for start in stride(from: 0, to: bytes.count, by: count) {
      if start > 0 { try await channel.sleep(.milliseconds(1)) }
      let end = min(start + count, bytes.count)
      try await channel.send(Array(bytes[start..<end]), until: deadline)
    }
    guard let ending = server.faultEnding else { return }
    isFinished = true
    switch ending {
    case .finish: try channel.finishSending()
    case .reset:
      // The pause gives the sent bytes time to arrive before the reset.
      try await channel.sleep(.milliseconds(1))
      channel.reset()
    }
    throw TestServerError.fault
  }
}
