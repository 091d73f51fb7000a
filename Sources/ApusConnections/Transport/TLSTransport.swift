internal import ApusBytes
internal import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS

/// A protected transport: seals outgoing bytes for the transport below, and opens incoming ones.
///
/// One request at a time owns it, together with the connection. Received bytes are opened in place,
/// and the HTTP reader reads them there.
final class TLSTransport {
  let lower: Transport
  /// The host of the server.
  private let host: CanonicalHost
  var records: ProtectedRecords
  /// The client's identity for servers that request a certificate.
  private let identity: TLS.Identity?
  private let tickets: Tickets
  /// The facts of the complete handshake; nil before.
  private(set) var secured: Connections.SecuredConnection?
  /// A Boolean value that indicates whether the server has responded to a request, and so has
  /// accepted the client.
  var hasAnswered = false
  /// The permanent failure, if there is one.
  private(set) var failure: ConnectionError?

  /// The capacity that an idle or waiting connection may keep: enough to seal the head of the next
  /// request. Received bytes go to recently freed memory, which is still in the cache.
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

  /// The channel at the bottom.
  var channel: Channel { lower.channel }

  /// The current time.
  var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: channel.loop.time.wallMilliseconds)
  }

  /// Records the facts of the complete handshake.
  func endHandshake(_ secured: Connections.SecuredConnection) {
    records.endHandshake()
    self.secured = secured
  }
}

// MARK: Receiving

extension TLSTransport {
  /// Receives the available bytes without opening them; nil if there are none, and 0 at the end.
  func receiveNow(atMost room: Int) throws(NetError) -> Int? {
    try records.receive(room, from: lower)
  }

  /// Opens the received bytes, and handles tickets and new keys.
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

  /// A Boolean value that indicates whether the server has sent close_notify.
  var isEnded: Bool { records.isEnded }

  /// The number of bytes that can be read immediately.
  var inputCount: Int { records.inputCount }

  /// A Boolean value that indicates whether received bytes were not read yet, opened or not.
  var hasInput: Bool { records.hasInput }

  /// Passes the opened bytes to `body`, drops the ones it has read, and appends the content that it
  /// returns.
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

  /// Passes the opened bytes to `body`.
  func withInput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    records.read { (bytes) throws(Never) in (0, body(bytes)) }
  }

  /// Takes all opened bytes; nil if there are none.
  func takeInput() -> [UInt8]? {
    guard inputCount > 0 else { return nil }
    return records.read { (bytes) throws(Never) in (bytes.count, bytes.copy()) }
  }

  /// Checks that the stream ends with close_notify.
  func receiveEnd() throws(ConnectionError) {
    do throws(TLSError) { try records.client.receiveEnd() } catch { throw fail(error) }
  }

  /// Handles bytes that arrived while the connection was idle; returns false unless they are only
  /// tickets and keys.
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

  /// A Boolean value that indicates whether another request may follow.
  var isGood: Bool { failure == nil && records.isAtRest }

  /// The maximum number of consecutive reads from an idle connection.
  private static let absorbedAtMost = 16
}

// MARK: Sending

extension TLSTransport {
  /// A Boolean value that indicates whether sealed bytes were not sent yet.
  var isSending: Bool { records.isSending }

  /// Seals a part of a buffer, and sends the bytes that are accepted immediately: returns the
  /// number of content bytes, or nil if none are accepted now.
  func send(_ buffer: inout SendBuffer) throws(NetError) -> Int? {
    if failure == nil {
      do throws(TLSError) { try records.seal(buffer) } catch { _ = fail(error) }
    }
    guard let count = try records.flushBuffer(to: lower) else { return nil }
    return count > 0 ? buffer.advance(count) : 0
  }

  /// Seals bytes for a transport above this one: returns their number, which is 0 while others
  /// wait.
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

  /// Sends the sealed bytes that are accepted immediately; returns false if some are left.
  func flush() throws(NetError) -> Bool { try records.flush(to: lower) }

  /// Sends all sealed bytes.
  func flush(until deadline: Deadline) async throws(NetError) {
    while try !flush() { try await channel.wait(for: .output, .send, until: deadline) }
  }

  /// Drops the count of a sealed request whose rest is not sent.
  func forgetRequest() { _ = records.takeSentCount() }

  /// Sends close_notify if that is possible immediately.
  ///
  /// RFC 8446 section 6.1.
  func sayGoodbye() {
    records.client.close()
    _ = try? flush()
  }

  /// Releases memory that an idle connection need not keep, and sends the end of a handshake.
  func rest() {
    _ = try? flush()
    records.client.releaseMemory(above: Self.restingCapacity)
    lower.rest()
  }
}

// MARK: Failures

extension TLSTransport {
  /// Ends the connection with an error, and sends its alert if that is possible immediately.
  func fail(_ error: TLSError) -> ConnectionError {
    let reason = ConnectionError.tls(fault(error, isHandshake: false))
    failure = reason
    _ = try? flush()
    return reason
  }

  /// Returns an error of this connection, with the facts about the client's identity.
  func fault(_ error: TLSError, isHandshake: Bool) -> Connections.TLSFault {
    Connections.TLSFault(
      error: error, server: Self.server(host, channel), isHandshake: isHandshake,
      clientAuthentication: hasAnswered ? .notRequested : records.client.clientAuthentication,
      clientCertificate: identity?.leaf,
      clientObstacle: identity.flatMap { records.client.identityRequest?.obstacle(for: $0) })
  }

  /// Returns the host and the address of the server, as errors show them.
  static func server(_ host: CanonicalHost, _ channel: Channel) -> String {
    "\(host) (\(channel.peer))"
  }

  /// Returns the error of a first request without a response.
  ///
  /// In TLS 1.3 a server may reject a client only at this point. Its alert may be lost in the reset
  /// of a server that closes before it has read all bytes. A server that has requested a
  /// certificate and received none may also close silently.
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
