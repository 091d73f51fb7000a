internal import ApusBytes
internal import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS

/// A protected transport: seals what goes over another one, and opens what comes.
///
/// One request at a time has it, as it has the connection. What arrives goes from the channel
/// straight to where it is opened, and from there to the reader of HTTP.
final class TLSTransport {
  let lower: Transport
  /// Who was asked.
  private let host: CanonicalHost
  var records: ProtectedRecords
  /// Who the session is to a server that asks.
  private let identity: TLS.Identity?
  private let tickets: Tickets
  /// What the handshake has come to, once it is complete.
  private(set) var secured: Connections.SecuredConnection?
  /// Whether the server has answered a request, and so has taken the client for good enough.
  var hasAnswered = false
  /// What went wrong for good.
  private(set) var failure: ConnectionError?

  /// How much memory a connection may keep while it waits or rests: enough to seal the head of the
  /// next request in. What is received goes to memory that has just been freed, which is still in
  /// the cache.
  static let restingCapacity = 1_024

  init(
    over lower: Transport, _ client: consuming TLS.Client, host: CanonicalHost,
    showing identity: TLS.Identity?, _ tickets: Tickets
  ) {
    self.lower = lower
    self.host = host
    records = ProtectedRecords(client)
    self.identity = identity
    self.tickets = tickets
  }

  /// What carries the bytes at the bottom.
  var channel: Channel { lower.channel }

  /// What time it is.
  var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: channel.loop.time.wallMilliseconds)
  }

  /// Notes what the handshake has come to, and that it is complete.
  func endHandshake(_ secured: Connections.SecuredConnection) {
    records.endHandshake()
    self.secured = secured
  }
}

// MARK: Receiving

extension TLSTransport {
  /// Receives what is there, and opens nothing of it yet; nil if nothing is, and 0 at the end.
  func receiveNow(atMost room: Int) throws(NetError) -> Int? {
    try records.receive(room, from: lower)
  }

  /// Opens what has been received; tickets and new keys are dealt with.
  func open() throws(ConnectionError) {
    if let failure {
      guard inputCount > 0 else { throw failure }
      return
    }
    do throws(TLSError) {
      let mayReply = try records.openFresh(at: now) { session in
        tickets.keep(session, on: channel.loop.executorOfOthers)
      }
      if mayReply { _ = try? flush() }
    } catch {
      let reason = fail(error)
      guard inputCount > 0 else { throw reason }
    }
  }

  /// Whether the server has said that it sends nothing more.
  var isEnded: Bool { records.isEnded }

  /// How much can be read at once.
  var inputCount: Int { records.inputCount }

  /// Whether something has come that was not read, opened or not.
  var hasInput: Bool { records.hasInput }

  /// Lends what was opened to `body`, drops what that has read, and appends what it says is
  /// content.
  func read<Step, Failure: Error>(
    into content: inout [UInt8],
    _ body: (Span<UInt8>) throws(Failure) -> (consumed: Int, content: Range<Int>?, Step)
  ) throws(Failure) -> Step {
    try records.read { (bytes) throws(Failure) in
      let (consumed, range, step) = try body(bytes)
      if let range { content.append(bytes.extracting(range)) }
      return (consumed, step)
    }
  }

  /// Lends what was opened.
  func withInput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    records.read { (bytes) throws(Never) in (0, body(bytes)) }
  }

  /// Takes all that was opened; nil if nothing was.
  func takeInput() -> [UInt8]? {
    guard inputCount > 0 else { return nil }
    return records.read { (bytes) throws(Never) in (bytes.count, bytes.copy()) }
  }

  /// Checks that the stream ends where the server has said that it does.
  func receiveEnd() throws(ConnectionError) {
    do throws(TLSError) { try records.client.receiveEnd() } catch { throw fail(error) }
  }

  /// Takes in what came while nothing was asked; false unless it was tickets and keys alone.
  func absorb() -> Bool {
    do {
      for _ in 0..<Self.absorbedAtMost {
        guard let count = try receiveNow(atMost: 4_096) else { return isGood }
        try open()
        guard count > 0, isGood else { return false }
      }
    } catch {
      return false
    }
    return false
  }

  /// Whether another request may follow.
  var isGood: Bool { failure == nil && records.isAtRest }

  /// How many times a resting connection is read from in a row.
  private static let absorbedAtMost = 16
}

// MARK: Sending

extension TLSTransport {
  /// Whether something was sealed that was not sent.
  var isSending: Bool { records.isSending }

  /// Seals some of a buffer, and sends what is taken at once: how much content was sent, or nil if
  /// nothing is taken now.
  func send(_ buffer: inout SendBuffer) throws(NetError) -> Int? {
    if failure == nil {
      do throws(TLSError) { try records.seal(buffer) } catch { _ = fail(error) }
    }
    guard let count = try records.flushBuffer(to: lower) else { return nil }
    return count > 0 ? buffer.advance(count) : 0
  }

  /// Seals bytes for a transport above this one: how many were taken, none while some wait.
  func sendNow(_ bytes: Span<UInt8>) throws(NetError) -> Int {
    guard failure == nil else { throw .closed }
    guard try flush() else { return 0 }
    let count = min(bytes.count, ProtectedRecords.batchByteCount)
    do throws(TLSError) {
      try records.client.send(bytes.extracting(0..<count))
    } catch {
      _ = fail(error)
      throw .closed
    }
    _ = try flush()
    return count
  }

  /// Sends what is taken at once of what was sealed; false if some of it is left.
  func flush() throws(NetError) -> Bool { try records.flush(to: lower) }

  /// Sends all that was sealed.
  func flush(until deadline: Deadline) async throws(NetError) {
    while try !flush() { try await channel.wait(for: .output, .send, until: deadline) }
  }

  /// Forgets what is sealed of a request whose rest is not sent.
  func forgetRequest() { _ = records.takeSentCount() }

  /// Says that nothing more is sent, if that is taken at once.
  ///
  /// RFC 8446 section 6.1.
  func sayGoodbye() {
    records.client.close()
    _ = try? flush()
  }

  /// Gives up memory that a connection at rest need not keep, and sends the end of a handshake.
  func rest() {
    _ = try? flush()
    records.client.releaseMemory(above: Self.restingCapacity)
    lower.rest()
  }
}

// MARK: Failures

extension TLSTransport {
  /// Ends the connection for an error, and tells the server why if it can be told at once.
  func fail(_ error: TLSError) -> ConnectionError {
    let reason = ConnectionError.tls(fault(error, isHandshake: false))
    failure = reason
    _ = try? flush()
    return reason
  }

  /// An error of this connection, with what is known of who the client is.
  func fault(_ error: TLSError, isHandshake: Bool) -> Connections.TLSFault {
    Connections.TLSFault(
      error: error, server: Self.server(host, channel), isHandshake: isHandshake,
      clientAuthentication: hasAnswered ? .notRequested : records.client.clientAuthentication,
      clientCertificate: identity?.leaf,
      clientObstacle: identity.flatMap { records.client.identityRequest?.obstacle(for: $0) })
  }

  /// Who was asked, and the address that answered, as errors show it.
  static func server(_ host: CanonicalHost, _ channel: Channel) -> String {
    "\(host) (\(channel.peer))"
  }

  /// What it means that the first request went unanswered.
  ///
  /// In TLS 1.3 a server may refuse a client only then. Its alert may have been overtaken by the
  /// reset of a server that closes before it has read all. One that has asked for a certificate and
  /// got none may also close without a word.
  func explained(
    _ reason: ConnectionError, hasHeard: Bool
  ) -> ConnectionError {
    guard reason.isPeerGone, !hasHeard, !hasAnswered, !isEnded,
      records.client.clientAuthentication != .notRequested
    else { return reason }
    for _ in 0..<Self.absorbedAtMost where failure == nil {
      guard let count = try? receiveNow(atMost: 4_096), count > 0 else { break }
      try? open()
    }
    if let failure { return failure }
    guard records.client.clientAuthentication == .declined else { return reason }
    return .tls(fault(.truncated, isHandshake: false))
  }
}
