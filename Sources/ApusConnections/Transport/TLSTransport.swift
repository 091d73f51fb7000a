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
  /// The host name or IP address of the server.
  private let host: CanonicalHost
  var records: ProtectedRecords
  /// The client's identity for servers that request a client certificate.
  private let identity: TLS.Identity?
  private let tickets: Tickets
  /// The result of the TLS handshake. The value is `nil` before the handshake is complete.
  private(set) var secured: Connections.SecuredConnection?
  /// A Boolean value that indicates whether the server has responded to a request. A response shows
  /// that the server has accepted the client.
  var hasAnswered = false
  /// The permanent error of the TLS connection. The value is `nil` if the connection has not
  /// failed.
  private(set) var failure: ConnectionError?

  /// The maximum buffer capacity of an idle or waiting connection in bytes, which is enough to
  /// encrypt the next request head. Larger buffers are allocated on demand, because recently freed
  /// memory is still in the processor's cache.
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

  /// The socket or pipe at the lowest layer of the transport.
  var channel: Channel { lower.channel }

  /// The current date and time.
  var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: channel.loop.time.wallMilliseconds)
  }

  /// Records the result of the complete TLS handshake.
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

  /// Decrypts the received bytes, and handles session tickets and key updates.
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

  /// The number of decrypted bytes that can be read without waiting.
  var inputCount: Int { records.inputCount }

  /// A Boolean value that indicates whether received bytes wait to be decrypted or read.
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

  /// Calls `body` with the decrypted bytes, and does not remove the bytes.
  func withInput<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    records.read { (bytes) throws(Never) in (0, body(bytes)) }
  }

  /// Removes and returns all decrypted bytes. Returns `nil` if no bytes are available.
  func takeInput() -> [UInt8]? {
    guard inputCount > 0 else { return nil }
    return records.read { (bytes) throws(Never) in (bytes.count, bytes.copy()) }
  }

  /// Checks that the TLS stream ends with a close_notify alert.
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

  /// The maximum number of consecutive reads from an idle TLS connection.
  private static let absorbedAtMost = 16
}

// MARK: Sending

extension TLSTransport {
  /// A Boolean value that indicates whether encrypted bytes wait to be sent.
  var isSending: Bool { records.isSending }

  /// Encrypts and sends the bytes of a send buffer that the socket accepts without waiting. Returns
  /// the number of sent body bytes, or `nil` if the socket accepts no bytes.
  func send(_ buffer: inout SendBuffer) throws(NetError) -> Int? {
    if failure == nil {
      do throws(TLSError) { try records.seal(buffer) } catch { _ = fail(error) }
    }
    guard let count = try records.flushBuffer(to: lower) else { return nil }
    return count > 0 ? buffer.advance(count) : 0
  }

  /// Encrypts and sends bytes of a higher transport, and returns the number of accepted bytes. The
  /// number is 0 while earlier bytes wait to be sent.
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

  /// Sends the encrypted bytes that the socket accepts without waiting. Returns `false` if unsent
  /// bytes remain.
  func flush() throws(NetError) -> Bool { try records.flush(to: lower) }

  /// Sends all encrypted bytes before a deadline.
  func flush(until deadline: Deadline) async throws(NetError) {
    while try !flush() { try await channel.wait(for: .output, .send, until: deadline) }
  }

  /// Resets the count of sent bytes after the request was stopped.
  func forgetRequest() { _ = records.takeSentCount() }

  /// Sends a close_notify alert if the alert can be sent without waiting.
  ///
  /// RFC 8446 section 6.1.
  func sayGoodbye() {
    records.client.close()
    _ = try? flush()
  }

  /// Releases buffer memory that an idle connection does not need, and sends the last handshake
  /// bytes.
  func rest() {
    _ = try? flush()
    records.client.releaseMemory(above: Self.restingCapacity)
    lower.rest()
  }
}

// MARK: Failures

extension TLSTransport {
  /// Ends the TLS connection with an error, and sends the matching alert if no wait is needed.
  func fail(_ error: TLSError) -> ConnectionError {
    let reason = ConnectionError.tls(fault(error, isHandshake: false))
    failure = reason
    _ = try? flush()
    return reason
  }

  /// Returns a TLS error with information about the client certificate.
  func fault(_ error: TLSError, isHandshake: Bool) -> Connections.TLSFault {
    Connections.TLSFault(
      error: error, server: Self.server(host, channel), isHandshake: isHandshake,
      clientAuthentication: hasAnswered ? .notRequested : records.client.clientAuthentication,
      clientCertificate: identity?.leaf,
      clientObstacle: identity.flatMap { records.client.identityRequest?.obstacle(for: $0) })
  }

  /// Returns the host and the address of the server as text for error messages.
  static func server(_ host: CanonicalHost, _ channel: Channel) -> String {
    "\(host) (\(channel.peer))"
  }

  /// Returns the error of the first request on a connection if the server sent no response.
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
