internal import ApusBytes
internal import ApusHTTP
internal import ApusNames
internal import ApusNet
internal import ApusTLS

/// A transport that encrypts outgoing bytes for the lower transport, and decrypts incoming bytes.
///
/// One request at a time owns the transport, together with the connection. Received bytes are
/// decrypted in place, and the HTTP reader reads the bytes there.
final class TLSTransport {
  let lower: Transport
  /// The host of the server.
  private let host: CanonicalHost
  var records: ProtectedRecords
  /// The client's identity for servers that request a client certificate.
  private let identity: TLS.Identity?
  private let tickets: Tickets
  /// The facts about the TLS connection. The value is `nil` before the handshake is complete.
  private(set) var secured: Connections.SecuredConnection?
  /// A Boolean value that indicates whether the server has responded to a request, and has thus
  /// accepted the client.
  var hasAnswered = false
  /// The permanent failure of the transport. The value is `nil` if the transport has not failed.
  private(set) var failure: ConnectionError?

  /// The capacity that an idle or waiting connection may retain, which is enough to encrypt the
  /// head of the next request. Received bytes are stored in recently freed memory, which is still
  /// in the processor's cache.
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

  /// The channel at the lowest layer of the transport.
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
  /// Receives the available bytes without decrypting them, and returns their number. Returns `nil`
  /// if no bytes are available, and 0 at the end of the input.
  func receiveNow(atMost room: Int) throws(NetError) -> Int? {
    try records.receive(room, from: lower)
  }

  /// Decrypts the received bytes, and handles session tickets and new keys.
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

  /// A Boolean value that indicates whether the server has sent a close_notify alert.
  var isEnded: Bool { records.isEnded }

  /// The number of bytes that can be read without waiting.
  var inputCount: Int { records.inputCount }

  /// A Boolean value that indicates whether received bytes were not read yet, decrypted or not.
  var hasInput: Bool { records.hasInput }

  /// Passes the decrypted bytes to `body`, drops the bytes that `body` has read, and appends the
  /// returned content.
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

  /// Passes the decrypted bytes to `body`.
  func withInput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    records.read { (bytes) throws(Never) in (0, body(bytes)) }
  }

  /// Takes all decrypted bytes. Returns `nil` if no bytes are available.
  func takeInput() -> [UInt8]? {
    guard inputCount > 0 else { return nil }
    return records.read { (bytes) throws(Never) in (bytes.count, bytes.copy()) }
  }

  /// Checks that the input ends with a close_notify alert.
  func receiveEnd() throws(ConnectionError) {
    do throws(TLSError) { try records.client.receiveEnd() } catch { throw fail(error) }
  }

  /// Handles bytes that arrived while the connection was idle. Returns `false` if the bytes contain
  /// more than session tickets and key updates.
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

  /// A Boolean value that indicates whether the connection can serve another request.
  var isGood: Bool { failure == nil && records.isAtRest }

  /// The maximum number of consecutive reads from an idle connection.
  private static let absorbedAtMost = 16
}

// MARK: Sending

extension TLSTransport {
  /// A Boolean value that indicates whether encrypted bytes were not sent yet.
  var isSending: Bool { records.isSending }

  /// Encrypts a part of a send buffer, and sends the bytes that are accepted without waiting.
  /// Returns the number of sent content bytes, or `nil` if no bytes are accepted at the moment.
  func send(_ buffer: inout SendBuffer) throws(NetError) -> Int? {
    if failure == nil {
      do throws(TLSError) { try records.seal(buffer) } catch { _ = fail(error) }
    }
    guard let count = try records.flushBuffer(to: lower) else { return nil }
    return count > 0 ? buffer.advance(count) : 0
  }

  /// Encrypts bytes for a higher transport, and returns the number of accepted bytes. The number is
  /// 0 while earlier bytes wait to be sent.
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

  /// Sends the encrypted bytes that are accepted without waiting. Returns `false` if unsent bytes
  /// remain.
  func flush() throws(NetError) -> Bool { try records.flush(to: lower) }

  /// Sends all encrypted bytes before a deadline.
  func flush(until deadline: Deadline) async throws(NetError) {
    while try !flush() { try await channel.wait(for: .output, .send, until: deadline) }
  }

  /// Drops the count of an encrypted request whose rest is not sent.
  func forgetRequest() { _ = records.takeSentCount() }

  /// Sends a close_notify alert if the alert can be sent without waiting.
  ///
  /// RFC 8446 section 6.1.
  func sayGoodbye() {
    records.client.close()
    _ = try? flush()
  }

  /// Releases memory that an idle connection does not need, and sends the remaining bytes of a
  /// handshake.
  func rest() {
    _ = try? flush()
    records.client.releaseMemory(above: Self.restingCapacity)
    lower.rest()
  }
}

// MARK: Failures

extension TLSTransport {
  /// Ends the connection with an error, and sends the error's alert if the alert can be sent
  /// without waiting.
  func fail(_ error: TLSError) -> ConnectionError {
    let reason = ConnectionError.tls(fault(error, isHandshake: false))
    failure = reason
    _ = try? flush()
    return reason
  }

  /// Returns an error of the connection with the facts about the client's identity.
  func fault(_ error: TLSError, isHandshake: Bool) -> Connections.TLSFault {
    Connections.TLSFault(
      error: error, server: Self.server(host, channel), isHandshake: isHandshake,
      clientAuthentication: hasAnswered ? .notRequested : records.client.clientAuthentication,
      clientCertificate: identity?.leaf,
      clientObstacle: identity.flatMap { records.client.identityRequest?.obstacle(for: $0) })
  }

  /// Returns the host and the address of the server in the form that errors contain.
  static func server(_ host: CanonicalHost, _ channel: Channel) -> String {
    "\(host) (\(channel.peer))"
  }

  /// Returns the error of a first request that received no response.
  ///
  /// In TLS 1.3 a server may reject a client certificate only after the handshake. The server's
  /// alert may be lost in a reset if the server closes the connection before it has read all bytes.
  /// A server that has requested a certificate and received none may also close the connection
  /// without an alert.
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
